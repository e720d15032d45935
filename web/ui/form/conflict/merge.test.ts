import { expect, test } from 'vitest'
import { decide, merge } from './merge.ts'

interface Values {
  name: string
  on: boolean
  place: { city: string; zone: string }
  rows: { count: string; price: string }[]
  groups: { id: string }[]
  roles: string[]
}

const base = (): Values => ({
  name: 'Mojave',
  on: false,
  place: { city: 'Barstow', zone: 'SP15' },
  rows: [
    { count: '1', price: '10' },
    { count: '2', price: '20' },
  ],
  groups: [{ id: 'banks' }, { id: 'bidders' }],
  roles: ['viewer', 'editor'],
})

/** Changes of one leaf each, none of which touches another's. */
const CHANGES: readonly ((values: Values) => Values)[] = [
  (values) => ({ ...values, name: 'Mojave II' }),
  (values) => ({ ...values, on: true }),
  (values) => ({ ...values, place: { ...values.place, city: '' } }),
  (values) => ({ ...values, place: { ...values.place, zone: 'NP15' } }),
  (values) => ({ ...values, rows: withRow(values.rows, 0, { count: '7' }) }),
  (values) => ({ ...values, rows: withRow(values.rows, 0, { price: '8' }) }),
  (values) => ({ ...values, rows: withRow(values.rows, 1, { count: '9' }) }),
  (values) => ({ ...values, groups: [...values.groups, { id: 'advisers' }] }),
  (values) => ({ ...values, groups: values.groups.filter(({ id }) => id !== 'banks') }),
  (values) => ({ ...values, roles: [...values.roles, 'auditor'] }),
  (values) => ({ ...values, roles: values.roles.filter((role) => role !== 'viewer') }),
]

const withRow = (rows: Values['rows'], at: number, change: Partial<Values['rows'][number]>) =>
  rows.map((row, index) => (index === at ? { ...row, ...change } : row))

const changed = (picked: (index: number) => boolean): Values =>
  CHANGES.reduce((values, change, index) => (picked(index) ? change(values) : values), base())

/** Sets say the same in any order. */
const sorted = (values: Values): Values => ({
  ...values,
  groups: [...values.groups].sort((one, other) => one.id.localeCompare(other.id)),
  roles: [...values.roles].sort(),
})

test('of changes that touch nothing in common none is lost, whoever made which', () => {
  for (let split = 0; split < 2 ** CHANGES.length; split += 1) {
    const isMine = (index: number) => (split & (1 << index)) !== 0
    const { values, overlaps } = merge(
      base(),
      changed(isMine),
      changed((index) => !isMine(index)),
    )
    expect(overlaps).toEqual([])
    expect(sorted(values)).toEqual(sorted(changed(() => true)))
  }
})

test('what both changed to different values stays mine, and is named with both', () => {
  const mine = changed((index) => index === 0 || index === 4)
  const theirs = { ...changed((index) => index === 3), name: 'Barstow Solar' }
  theirs.rows = [
    { count: '6', price: '10' },
    { count: '2', price: '20' },
  ]
  const { values, overlaps, merged } = merge(base(), mine, theirs)
  expect(overlaps).toEqual([
    { path: 'name', mine: 'Mojave II', theirs: 'Barstow Solar' },
    { path: 'rows.0.count', mine: '7', theirs: '6' },
  ])
  expect(merged).toEqual([{ path: 'place.zone', before: 'SP15', after: 'NP15' }])
  expect(values).toEqual({ ...mine, place: { city: 'Barstow', zone: 'NP15' } })
})

test('the same change of both is no overlap, and nothing that is merged', () => {
  for (const index of CHANGES.keys()) {
    const both = () => changed((each) => each === index)
    expect(merge(base(), both(), both())).toEqual({ values: both(), overlaps: [], merged: [] })
  }
})

test('rows that one added or removed are one value with the rows that the other changed', () => {
  const mine = { ...base(), rows: base().rows.slice(1) }
  const theirs = changed((index) => index === 4)
  expect(merge(base(), mine, theirs).overlaps).toEqual([
    { path: 'rows', mine: mine.rows, theirs: theirs.rows },
  ])
  const { values, merged } = merge(base(), base(), mine)
  expect(values).toEqual(mine)
  expect(merged).toEqual([{ path: 'rows', before: base().rows, after: mine.rows }])
})

test('a row of a set in which nothing is chosen yet stays', () => {
  const mine = { ...base(), groups: [...base().groups, { id: '' }] }
  const theirs = changed((index) => index === 8)
  expect(merge(base(), mine, theirs).values.groups).toEqual([{ id: 'bidders' }, { id: '' }])
})

test('of one value it says whose it is, by the equality that is given', () => {
  const isSame = (one: string, other: string) => one.trim() === other.trim()
  expect(decide('a', 'a ', 'b', isSame)).toBe('theirs')
  expect(decide('a', 'b', 'a ', isSame)).toBe('mine')
  expect(decide('a', 'b', 'b ', isSame)).toBe('mine')
  expect(decide('a', 'b', 'c', isSame)).toBe('both')
})
