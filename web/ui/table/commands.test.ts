import { expect, test } from 'vitest'
import { type Command, menuEntries, shortcutsOf, stripActions } from './commands.ts'

interface Item {
  readonly id: string
  readonly locked?: boolean
}

const [a, b, locked]: readonly [Item, Item, Item] = [{ id: 'a' }, { id: 'b' }, { id: 'c', locked: true }]

/** A command on several items, its key included, and what it was run on. */
function command(more: Partial<Command<Item>> = {}) {
  const runs: string[][] = []
  const one: Command<Item> = {
    key: 'remove',
    label: 'Remove',
    icon: null,
    shortcut: 'Delete',
    many: true,
    run: (items) => void runs.push(items.map(({ id }) => id)),
    ...more,
  }
  return { commands: [one], runs }
}

test('a command that the person may not give is in no menu, in no strip and on no key', () => {
  const { commands } = command()
  expect(menuEntries(commands, a, true)).toMatchObject([{ key: 'remove', shortcut: 'Delete' }])
  expect(stripActions(commands, [a, b])).toMatchObject([{ key: 'remove' }])
  expect(Object.keys(shortcutsOf(commands, []))).toEqual(['Delete'])

  const denied = command({ allowed: false }).commands
  expect(menuEntries(denied, a, true)).toEqual([])
  expect(stripActions(denied, [a, b])).toEqual([])
  expect(shortcutsOf(denied, [])).toEqual({})
})

test('a menu runs it on its item, a strip on the selection, a key on the row or the selection that it is in', () => {
  const { commands, runs } = command()
  menuEntries(commands, a)[0]?.onSelect?.()
  stripActions(commands, [a, b])[0]?.onSelect()
  shortcutsOf(commands, [a, b]).Delete?.(a)
  shortcutsOf(commands, [a]).Delete?.(b)
  expect(runs).toEqual([['a'], ['a', 'b'], ['a', 'b'], ['b']])
})

test('what takes one item alone stands in no strip, and its key leaves the selection alone', () => {
  const { commands, runs } = command({ many: false })
  expect(stripActions(commands, [a, b])).toEqual([])
  shortcutsOf(commands, [a, b]).Delete?.(a)
  expect(runs).toEqual([['a']])
})

test('what does not fit an item is neither in its menu nor on its key', () => {
  const { commands, runs } = command({ fits: (item) => !item.locked })
  expect(menuEntries(commands, locked)).toEqual([])
  shortcutsOf(commands, []).Delete?.(locked)
  expect(runs).toEqual([])
})

test('what cannot be done with a selection says why, and its key does nothing', () => {
  const { commands, runs } = command({
    refusal: (items) => (items.length > 1 ? 'One at a time.' : undefined),
  })
  expect(stripActions(commands, [a, b])).toMatchObject([{ disabled: true, reason: 'One at a time.' }])
  expect(stripActions(commands, [a])[0]).not.toHaveProperty('disabled')
  shortcutsOf(commands, [a, b]).Delete?.(b)
  expect(runs).toEqual([])
})

test('a menu names the key only where it works, and a command may lead to a page', () => {
  const { commands } = command({ to: ({ id }) => `/items/${id}` })
  expect(menuEntries(commands, a)).toEqual([{ key: 'remove', label: 'Remove', icon: null, to: '/items/a' }])
})
