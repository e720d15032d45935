import { expect, test } from 'vitest'
import { companyKey, emailKey, keysOf, personKey, phoneKey } from './keys.ts'

test('a person is known by their words in any order, without case, accents, points and hyphens', () => {
  expect(new Set(['Lee, Ann', 'ANN  lee', 'Ann-Lee', 'Änn Leé'].map(personKey))).toEqual(new Set(['ann lee']))
  expect([personKey('Seán O’Neil'), personKey("Sean O'Neil"), personKey('Sean O`Neil Jr.')]).toEqual([
    'oneil sean',
    'oneil sean',
    'jr oneil sean',
  ])
  expect([personKey('Großmann'), personKey('李 明'), personKey('–')]).toEqual(['grossmann', '明 李', ''])
})

test('a company is known without its legal form, unless it is nothing else', () => {
  expect(new Set(['The Mill, Inc.', 'Mill LLC', 'mill gmbh & co. kg', 'MILL'].map(companyKey))).toEqual(
    new Set(['mill']),
  )
  expect([companyKey('The Company'), companyKey('S.A.')]).toEqual(['company the', 'sa'])
})

test('a phone number is known by its digits from seven on, without what dials it', () => {
  for (const same of [
    '+1 (402) 555-0100',
    '402.555.0100',
    '001 402 555 0100',
    '4025550100 ext. 7',
    '402-555-0100 x7',
    '402-555-0100 #7',
  ]) {
    expect([same, phoneKey(same)]).toEqual([same, '4025550100'])
  }
  expect([
    phoneKey('555-0100'),
    phoneKey('555-010'),
    phoneKey('x 5550100'),
    phoneKey('+49 30 5550100'),
  ]).toEqual(['5550100', null, null, '49305550100'])
  // Eleven digits of another country keep their first.
  expect([phoneKey('24025550100'), phoneKey('124025550100')]).toEqual(['24025550100', '124025550100'])
})

test('a record has keys by address, number, name and sound', () => {
  const person = {
    kind: 'PERSON',
    nameKey: personKey('Ann Philips'),
    email: ' Ann@Fund.example ',
    phone: '402 555 0100',
  }
  expect(keysOf(person)).toEqual([
    'e:ann@fund.example',
    'p:4025550100',
    'n:p:ann philips',
    's:p:an flps',
    'b:p:an f',
    'b:p:a flps',
  ])
  const company = { kind: 'COMPANY', nameKey: 'mill', email: null, phone: '12' }
  expect(keysOf(company)).toEqual(['n:c:mill', 's:c:ml', 'b:c:ml m', 'b:c:m ml'])
  const long = keysOf({ kind: 'PERSON', nameKey: 'x'.repeat(600), email: null, phone: null })
  expect(Math.max(...long.map(({ length }) => length))).toBe(500)
})

test('names that sound alike share the key of their sounds', () => {
  const sound = (name: string) =>
    keysOf({ kind: 'PERSON', nameKey: personKey(name), email: null, phone: null }).find((key) =>
      key.startsWith('s:'),
    )
  for (const [one, other] of [
    ['Philips', 'Filips'],
    ['Becker', 'Bekker'],
    ['Cecil', 'Sesil'],
    ['Quentin', 'Kventin'],
    ['Carl', 'Karl'],
    ['Zimmermann', 'Simerman'],
    ['Wagner', 'Vagner'],
    ['Schmidt', 'Schmitt'],
    ['Eva', 'Iva'],
  ] as const) {
    expect([one, sound(one)]).toEqual([one, sound(other)])
  }
  expect(sound('Eva')).not.toBe(sound('Lea'))
  expect([sound('h'), emailKey(' JOSE\u0301@Fund.example ')]).toEqual(['s:p:h', 'josé@fund.example'])
})
