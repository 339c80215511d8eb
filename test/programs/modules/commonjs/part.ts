export const part: string = 'esm under commonjs'
