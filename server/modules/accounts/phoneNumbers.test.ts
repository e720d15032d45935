import { expect, test } from 'vitest'
import { COUNTRIES, phoneNumberOf } from './phoneNumbers.ts'

test('SEC-07 some 240 countries have name, dial code and two-letter code, the United States first, the others by name', () => {
  expect(COUNTRIES.length).toBeGreaterThanOrEqual(235)
  const [first, ...others] = COUNTRIES
  expect(first).toEqual({ name: 'United States', dialCode: '+1', code: 'US' })
  const names = others.map(({ name }) => name)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length)
  for (const { name, dialCode, code } of COUNTRIES) {
    expect([name.length > 2 || code === name, dialCode, code]).toEqual([
      true,
      expect.stringMatching(/^\+\d{1,3}$/),
      expect.stringMatching(/^[A-Z]{2}$/),
    ])
  }
})

test('SEC-11 ERR-07 numbers as people write them are taken; what cannot be one of the country, or takes no message, is not', () => {
  const taken: [string, string, string][] = [
    ['(202) 555-0143', 'US', '+12025550143'],
    ['202.555.0143', 'us', '+12025550143'],
    ['+1 202 555 0143', 'US', '+12025550143'],
    ['+1 416 555 0143', 'US', '+14165550143'],
    ['0171 2345678', 'DE', '+491712345678'],
    ['+49 (0)171 2345678', 'DE', '+491712345678'],
    ['07400 123456', 'GB', '+447400123456'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['٠٥٠١٢٣٤٥٦٧', 'AE', '+971501234567'],
  ]
  for (const [text, country, number] of taken) {
    expect([text, phoneNumberOf(text, country)]).toEqual([text, number])
  }
  const refused: [string, string][] = [
    ['123', 'US'],
    ['555 0143', 'US'],
    ['2025550143999', 'US'],
    ['+49 171 2345678', 'US'],
    ['0171 2345678', 'US'],
    ['(202) 555-0143 ext. 5', 'US'],
    ['call me', 'US'],
    ['tel 202 555 0143', 'US'],
    ['2025550143', 'XX'],
    ['2025550143', ''],
    ['900 555 0143', 'US'],
    ['800 555 0143', 'US'],
    ['9'.repeat(300), 'US'],
  ]
  for (const [text, country] of refused) expect([text, phoneNumberOf(text, country)]).toEqual([text, null])
})
