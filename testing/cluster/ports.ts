import { freePort } from './living.ts'

/** The first of a row of ports, below those that connections of others take. */
export const portsInARow = async (): Promise<number> => 15_000 + ((await freePort()) % 10_000)
