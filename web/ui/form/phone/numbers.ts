import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** A country by its two-letter code, with what is dialled to reach it. */
export interface Country {
  readonly code: string
  readonly name: string
  /** Without the plus. */
  readonly dialCode: string
}

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every country that can be dialled, by name (SEC-07). */
export const COUNTRIES: readonly Country[] = getCountries()
  .map((code) => ({ code, name: names.of(code) ?? code, dialCode: getCountryCallingCode(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

const BY_CODE = new Map(COUNTRIES.map((country) => [country.code, country]))
export const countryOf = (code: string): Country | undefined => BY_CODE.get(code)

/** A number as it is read: its country, and its digits as they are written there. */
interface ReadNumber {
  /** E.164, such as +14155550123. */
  readonly number: string
  /** Undefined where a code is dialled that belongs to no country. */
  readonly country: string | undefined
  readonly national: string
}

/** What a text says as a number of a country, or with a plus of any; null where it can't be one. */
export function readNumber(text: string, country?: string): ReadNumber | null {
  const found = parsePhoneNumberFromString(text, {
    extract: false,
    ...(isCode(country) && { defaultCountry: country }),
  })
  if (!found) return null
  return { number: found.number, country: found.country, national: found.formatNational() }
}

const isCode = (code: string | undefined): code is CountryCode => code !== undefined && BY_CODE.has(code)

/** What is sent of a typed text that can't be read as a number: the server says what is wrong with it. */
export const dialled = (text: string, { dialCode }: Country): string =>
  text.startsWith('+') ? `+${text.replace(/\D/g, '')}` : `+${dialCode}${text.replace(/\D/g, '')}`
