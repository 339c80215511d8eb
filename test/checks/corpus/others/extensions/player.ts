// Functions of a media player's plugin, one beside the other.
export function stream_open(url: string): string {
  return url
}
export async function stream_read(size: number): Promise<Uint8Array> {
  return new Uint8Array(size)
}
export const agentInit = () => undefined
export const messageSent = (count: number) => count + 1
export default { stream_open, stream_read }
