import { expect, test } from 'vitest'
import { inOrder } from './order.ts'

const entries = (...keys: string[]) => keys.map((key) => ({ key, label: key }))

test('menus have one order, whoever adds an entry: what opens first, what deletes last, a rule between groups', () => {
  const ordered = inOrder(
    entries('delete', 'something new', 'permissions', 'copy', 'move', 'rename', 'place', 'download', 'open'),
  )
  expect(ordered.map(({ key, divider }) => (divider ? `| ${key}` : key))).toEqual([
    'open',
    'place',
    'download',
    'copy',
    '| rename',
    'move',
    'permissions',
    '| something new',
    '| delete',
  ])
})

test('a lone group has no rule, and what an entry brings stays with it', () => {
  expect(inOrder([{ key: 'delete', label: 'Delete folder' }])).toEqual([
    { key: 'delete', label: 'Delete folder', divider: false },
  ])
  expect(inOrder([])).toEqual([])
})
