/** Variable by which workers learn which data folder is filled with the demo. */
export const SEEDED = 'HELIOROOM_E2E_SEEDED'

let current: string | undefined

/** Origin of this worker's product. */
export function origin(): string {
  if (current === undefined) throw new Error('The product was not started; see test.ts.')
  return current
}

/** Notes where this worker's product answers. */
export function answersAt(address: string): void {
  current = address
}
