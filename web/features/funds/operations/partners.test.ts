import { expect, test } from 'vitest'
import { type Partner, sharesOf, totalsOf } from './partners.ts'

const partner = (name: string, totalCapacity: number, projectCount = 1): Partner => ({
  id: name,
  name,
  totalCapacity,
  projectCount,
})

test('OAM-02 OAM-03 a partner has the share of its capacity, rounded down', () => {
  const shares = sharesOf([partner('A', 2), partner('B', 1)])
  expect(shares.map(({ percent }) => percent)).toEqual([66, 33])
  expect(sharesOf([partner('A', 29), partner('B', 71)])[0]?.percent).toBe(29)
  expect(sharesOf([partner('A', 0)])[0]?.percent).toBe(0)
})

test('OAM-02 OAM-11 six colours, which start over with the seventh partner', () => {
  const partners = Array.from({ length: 8 }, (_, at) => partner(String(at), 1))
  expect(sharesOf(partners).map(({ colour }) => colour)).toEqual([
    ...['c1', 'c2', 'c3', 'c4', 'c5', 'c6'],
    ...['c1', 'c2'],
  ])
})

test('OAM-06 the totals are of partners, projects and capacity', () => {
  expect(totalsOf([partner('A', 1200, 3), partner('B', 800, 2)])).toEqual({
    partners: 2,
    projects: 5,
    capacity: 2000,
  })
})
