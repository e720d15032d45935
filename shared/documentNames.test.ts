import { describe, expect, test } from 'vitest'
import { MAX_NAME_BYTES, normaliseName } from './documentNames.ts'

const kept = (given: string): string => {
  const check = normaliseName(given)
  if (!check.ok) throw new Error(`refused: ${check.reason}`)
  return check.name
}
const reasonOf = (given: string): string => {
  const check = normaliseName(given)
  if (check.ok) throw new Error(`kept as ${JSON.stringify(check.name)}`)
  return check.reason
}

describe('normaliseName', () => {
  test('a name is trimmed and composed to NFC', () => {
    expect(kept('  Offtaker credit summary.xlsx\n')).toBe('Offtaker credit summary.xlsx')
    expect(kept('Zu\u0308rich e\u0301tude.pdf')).toBe('Z\u00fcrich \u00e9tude.pdf')
  })

  test('255 bytes of UTF-8 are taken, 256 are not; bytes are counted after NFC', () => {
    expect(kept('a'.repeat(MAX_NAME_BYTES))).toHaveLength(255)
    expect(kept(`${'\u00e9'.repeat(127)}a`)).toHaveLength(128)
    expect(kept('e\u0301'.repeat(127))).toHaveLength(127)
    expect(reasonOf('\u00e9'.repeat(128))).toBe('A name can have at most 255 bytes, this one has 256.')
    expect(reasonOf('☀️'.repeat(50))).toBe('A name can have at most 255 bytes, this one has 300.')
  })

  test.each(['', '   ', '\t\n'])('blank %j is refused', (given) => {
    expect(reasonOf(given)).toBe('A name cannot be blank.')
  })

  test.each(['.', '..', ' .. '])('path step %j is refused', (given) => {
    expect(reasonOf(given)).toBe('A name cannot be "." or "..".')
  })

  test.each(['../etc/passwd', 'a/b', 'a\\b', '/'])('separator in %j is refused', (given) => {
    expect(reasonOf(given)).toBe('A name cannot contain / or \\.')
  })

  test.each(['a\u0000b', 'a\nb', 'a\u001fb', 'a\u007fb', 'a\u0085b'])('control in %j is refused', (given) => {
    expect(reasonOf(given)).toBe('A name cannot contain control characters.')
  })

  test('half of a surrogate pair is refused, since no UTF-8 can hold it', () => {
    expect(reasonOf('plan \ud83d.pdf')).toBe('A name cannot contain broken characters.')
  })

  test.each(['.DS_Store', 'Thumbs.db', ' Thumbs.db '])(
    '%j is refused, its other spellings are not',
    (given) => {
      expect(reasonOf(given)).toContain('is a system file and is not accepted.')
      expect(kept('thumbs.DB')).toBe('thumbs.DB')
    },
  )

  test.each(['CON', 'nul.txt', 'COM1', 'report.', 'a:b*c?.pdf', '...', '.env', '☀️ Sommer.pdf', '文書.pdf'])(
    '%j is taken',
    (given) => {
      expect(kept(given)).toBe(given)
    },
  )
})
