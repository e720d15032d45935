// @vitest-environment node
import { expect, test } from 'vitest'
import { REQUIRED } from './accountRules.ts'
import {
  CERTIFICATE_ENDS_SOON_DAYS,
  connectionNameProblem,
  domainOf,
  domainProblem,
  entityIdProblem,
  issuerProblem,
  maxAgeProblem,
  normaliseDomain,
  PUBLIC_MAIL_REFUSED,
  signInUrlProblem,
} from './ssoRules.ts'

const NO_ADDRESS = 'Must be an address that begins with https://'

test('a domain is one of the internet’s, and of no public mail service', () => {
  expect(normaliseDomain(' @Fund.EXAMPLE ')).toBe('fund.example')
  const label = 'a'.repeat(63)
  for (const good of [
    'fund.example',
    'a.bc',
    'x-1.fund.example',
    `${label}.example`,
    'xn--mller-kva.example',
  ]) {
    expect([good, domainProblem(good)]).toEqual([good, null])
  }
  for (const bad of [
    '',
    'fund',
    'a.b',
    '-a.example',
    'a-.example',
    'a..example',
    'fund.1a',
    'Fund.example',
    'a@fund.example',
    `a${label}.example`,
    `${Array(4).fill(label).join('.')}.com`,
  ]) {
    expect([bad, domainProblem(bad)]).toEqual([bad, 'Not a domain such as example.com'])
  }
  expect(domainProblem('gmail.com')).toBe(PUBLIC_MAIL_REFUSED)
  expect([domainOf('ann@fund.example'), domainOf('"a@b"@fund.example')]).toEqual([
    'fund.example',
    'fund.example',
  ])
})

test('a connection’s name is there, in at most 60 characters', () => {
  expect([' ', 'x'.repeat(60), 'x'.repeat(61)].map(connectionNameProblem)).toEqual([
    REQUIRED,
    null,
    'At most 60 characters',
  ])
})

test.each([
  ['an issuer', issuerProblem, 500],
  ['where people sign in', signInUrlProblem, 2000],
])('the address of %s begins with https:// and holds no name', (_what, problem, most) => {
  const address = 'https://id.example/'
  expect(problem('')).toBe(REQUIRED)
  expect([address, address.padEnd(most, 'x')].map(problem)).toEqual([null, null])
  for (const bad of [
    address.padEnd(most + 1, 'x'),
    'http://id.example/',
    'id.example',
    'https://ann@id.example/',
    'https://id.example/#a',
  ]) {
    expect([bad, problem(bad)]).toEqual([bad, NO_ADDRESS])
  }
  // What asks for something is an address to sign in at, and no issuer.
  expect(problem('https://id.example/?a=1')).toBe(most === 500 ? NO_ADDRESS : null)
})

test('SSO-22 sessions end after 1 to 336 whole hours, or as others do', () => {
  expect([null, 1, 336].map(maxAgeProblem)).toEqual([null, null, null])
  for (const hours of [0, 337, 1.5, Number.NaN]) {
    expect(maxAgeProblem(hours)).toBe('Must be a whole number from 1 to 336')
  }
  expect(CERTIFICATE_ENDS_SOON_DAYS).toBe(30)
})

test('an identity provider’s name has at most 1024 characters without blanks', () => {
  expect([entityIdProblem(''), entityIdProblem('urn:a'), entityIdProblem('x'.repeat(1024))]).toEqual([
    REQUIRED,
    null,
    null,
  ])
  for (const bad of ['x'.repeat(1025), 'urn: a', 'a\n']) {
    expect(entityIdProblem(bad)).toBe('At most 1024 characters, and no spaces')
  }
})
