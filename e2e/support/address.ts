/** Variable by which the browser's process learns where the product answers. */
export const ADDRESS = 'HELIOROOM_E2E_ADDRESS'

/** Origin of the product under test. */
export function origin(): string {
  const given = process.env[ADDRESS]
  if (!given) throw new Error('The product was not started; see globalSetup.ts.')
  return given
}
