export const now = () => Number(process.hrtime.bigint() / 1000000n)
