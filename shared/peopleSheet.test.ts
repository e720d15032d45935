import { expect, test } from 'vitest'
import { peopleInRows, peopleInText, textOfPeople } from './peopleSheet.ts'

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
