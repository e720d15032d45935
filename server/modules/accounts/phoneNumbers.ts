import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** ERR-07 */
export const INVALID_NUMBER = 'Please enter a valid phone number.'

export interface Country {
  name: string
  /** With the plus. */
  dialCode: string
  code: string
}

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** Chosen unless somebody chooses another one, so it stands first (SEC-07). */
const FIRST = 'US'

/** Every country that can be dialled, by name after the first (SEC-07). */
export const COUNTRIES: readonly Country[] = getCountries()
  .map((code) => ({ code, name: names.of(code) ?? code, dialCode: `+${getCountryCallingCode(code)}` }))
  .sort(
    (one, other) =>
      Number(other.code === FIRST) - Number(one.code === FIRST) || one.name.localeCompare(other.name, 'en'),
  )

/** Numbers that take no text message, or at somebody's cost. */
const NO_MESSAGES: ReadonlySet<NumberType> = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/**
 * A number in E.164 form; null for what can't be one of the country, and what takes no text message. Countries that share
 * a code are taken for each other: people with a Canadian number may live in the United States.
 */
export function phoneNumberOf(text: string, countryCode: string): string | null {
  const country = countryCode.toUpperCase() as CountryCode
  if (!isSupportedCountry(country)) return null
  const found = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  if (!found?.isValid() || found.ext !== undefined) return null
  if (found.countryCallingCode !== getCountryCallingCode(country)) return null
  return NO_MESSAGES.has(found.getType()) ? null : found.number
}
