// The variables that this program reads.
export const settings = { port: Number(process.env.PORT ?? 3000) }
