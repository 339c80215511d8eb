export const help = (): string => 'helped'
