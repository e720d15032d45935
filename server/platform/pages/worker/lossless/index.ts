export type { Drawing } from './form.ts'
export { readLossless } from './read.ts'
export { losslessWebp } from './write.ts'
