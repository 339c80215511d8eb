// The processor time that synchronous work takes: unlike the time that passes, other work on the machine adds little.

/** Milliseconds of processor time, user and system, of this process while `work` runs. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
