/** Variable by which workers learn which data folder is filled with the demo. */
export const SEEDED = 'HELIOROOM_E2E_SEEDED'

/** Where a product answers, and where it keeps what it holds. */
interface Place {
  readonly address: string
  readonly dataDir: string
}

let current: Place | undefined

const place = (): Place => {
  if (current === undefined) throw new Error('The product was not started; see test.ts.')
  return current
}

/** Origin of this worker's product. */
export const origin = (): string => place().address

/** Data folder of this worker's product. */
export const dataDir = (): string => place().dataDir

/** Notes where this worker's product is. */
export function answersAt(product: Place): void {
  current = product
}
