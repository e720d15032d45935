import { expect, test } from 'vitest'
import { base32, codeOfStep, enrolmentUri, stepAt, stepOfCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is the one of RFC 6238, appendix B', (second, code) => {
  expect(codeOfStep(SECRET, stepAt(new Date(second * 1000)))).toBe(code)
})

test('a clock may differ by one step, and a code that was used works no more, nor one before it', () => {
  const now = new Date('2026-03-02T09:00:00.000Z')
  const step = stepAt(now)
  const tried = (at: number, lastStep = 0) => stepOfCode(SECRET, codeOfStep(SECRET, at), { now, lastStep })
  expect([-2, -1, 0, 1, 2].map((off) => tried(step + off))).toEqual([null, step - 1, step, step + 1, null])
  expect([-1, 0, 1].map((off) => tried(step + off, step))).toEqual([null, null, step + 1])
  for (const wrong of ['', '12345', '1234567', 'abcdef']) {
    expect(stepOfCode(SECRET, wrong, { now, lastStep: 0 })).toBeNull()
  }
})

test('the secret is typed in base32 (RFC 4648), and the app reads whose it is', () => {
  expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32(Buffer.from('foob'))).toBe('MZXW6YQ')
  expect(enrolmentUri('ABC', 'ann+1@fund.example')).toBe(
    'otpauth://totp/Helioroom%3Aann%2B1%40fund.example?secret=ABC&issuer=Helioroom',
  )
})
