import { expect, test } from 'vitest'
import { isPeopleColumn, MAX_LISTED, peopleInRows, peopleInText, textOfPeople } from './peopleSheet.ts'

const INES = {
  firstName: 'Ines',
  lastName: 'Salter',
  email: 'ines@ashgrove.example',
  title: 'Vice President, Lending',
  group: 'Lenders',
}
const JAN = { firstName: 'Jan', lastName: 'Stoll', email: 'jan@fund.example', title: '', group: '' }

test.each([
  [
    'as copied out of a sheet',
    'Ines\tSalter\tines@ashgrove.example\tVice President, Lending\tLenders\nJan\tStoll\tjan@fund.example',
  ],
  [
    'of csv with quotes and a byte order mark',
    '\ufeffFirst Name,Last Name,E-mail,Job title,Group\r\nInes,Salter,ines@ashgrove.example,"Vice President, Lending",Lenders\r\n\r\nJan,Stoll,jan@fund.example,,\r\n',
  ],
  [
    'with headers in another order and columns that nobody knows',
    'Email;Phone;Surname;First;Title;User group\nines@ashgrove.example;1;Salter;Ines;Vice President, Lending;Lenders\njan@fund.example;2;Stoll;Jan;;',
  ],
])('people are read from a text %s', (_title, text) => {
  expect(peopleInText(text)).toEqual([INES, JAN])
})

test.each([
  ['with names', 'Ines Salter <ines@ashgrove.example>; Jan Stoll <jan@fund.example>;'],
  ['last name first', 'Salter, Ines <ines@ashgrove.example>; Stoll, Jan <jan@fund.example>'],
  ['quoted, parted by commas', '"Salter, Ines" <ines@ashgrove.example>, "Jan Stoll" <jan@fund.example>'],
  ['one a line', 'Ines Salter <ines@ashgrove.example>\nJan Stoll <jan@fund.example>\n'],
])('each addressee of a mail is a person: %s', (_title, text) => {
  expect(peopleInText(text)).toEqual([{ ...INES, title: '', group: '' }, JAN])
})

test('addresses alone are people without names, and what is no address stays as a row', () => {
  const bare = { firstName: '', lastName: '', title: '', group: '' }
  expect(peopleInText('ines@ashgrove.example; jan@fund.example')).toEqual([
    { ...bare, email: 'ines@ashgrove.example' },
    { ...bare, email: 'jan@fund.example' },
  ])
  expect(peopleInText('Ana Maria Ruiz <ana@fund.example>; Tax team; jan@fund.example')).toEqual([
    { ...bare, firstName: 'Ana Maria', lastName: 'Ruiz', email: 'ana@fund.example' },
    { ...bare, firstName: 'Tax', lastName: 'team', email: '' },
    { ...bare, email: 'jan@fund.example' },
  ])
})

test('people that are written as a text are read as they were', () => {
  const odd = { ...JAN, lastName: 'Stoll "the\ttab"', title: 'line\nbreak' }
  const text = textOfPeople([INES, odd])
  expect(peopleInText(text)).toEqual([INES, odd])
})

test('empty rows are none, and cells around are trimmed', () => {
  expect(peopleInRows([[' ', ''], [' Jan ', 'Stoll', ' jan@fund.example '], []])).toEqual([JAN])
  expect(peopleInText('  \n\n')).toEqual([])
})

test('commas in titles part no cells of people who stay to be corrected, also where some have no group', () => {
  const left = [
    { ...INES, title: 'Director, Finance', group: 'Lenders' },
    { ...JAN, title: 'Director, Tax', group: '' },
    { ...JAN, firstName: '', title: 'VP, Tax', group: '' },
  ]
  expect(peopleInText(textOfPeople(left))).toEqual(left)
})

test('a column says something of people by its header, or by its place where there is none', () => {
  const said = (...rows: string[][]) => [0, 1, 2, 5].map(isPeopleColumn(rows))
  expect(said([' ', ''], ['Phone', 'Email', 'First name'], ['1', 'jan@fund.example', 'Jan'])).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(said(['Jan', 'Stoll', 'jan@fund.example'])).toEqual([true, true, true, false])
  expect(said([])).toEqual([true, true, true, false])
})

test('a line that names an address is a person, also one with a word of a header', () => {
  const row = ['Email', 'Group', 'jan@fund.example']
  expect(peopleInRows([row])).toEqual([{ ...JAN, firstName: 'Email', lastName: 'Group' }])
})

test('one word is a first name, and cells that a sheet copies by tabs are no addressees', () => {
  expect(peopleInText('Jan <jan@fund.example>')).toEqual([{ ...JAN, lastName: '' }])
  expect(peopleInText('Jan\tStoll\t<jan@fund.example>')).toEqual([{ ...JAN, email: '<jan@fund.example>' }])
})

test('four times as many rows are read as may be invited, and only what needs it is quoted', () => {
  const line = 'Jan\tStoll\tjan@fund.example'
  expect(MAX_LISTED).toBe(500)
  expect(peopleInText(Array.from({ length: 2001 }, () => line).join('\n'))).toHaveLength(2000)
  expect(textOfPeople([JAN, JAN])).toBe(`${line}\n${line}`)
})
