import type { ReactNode } from 'react'
import type { MenuEntry } from '../navigation/Menu.tsx'
import type { StripAction } from './index.ts'

/** What can be done with items, defined once for the menu of one, the strip over several, and the keyboard. */
export interface Command<Item> {
  /** Names it among the commands that are offered together, and gives its place among them. */
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly tone?: 'danger'
  /** Where it acts immediately, the words that stand in the menu for a second (FMT-18). */
  readonly done?: string
  /** The key that does it in a list, such as 'F2'. */
  readonly shortcut?: string
  /** False where the person may not: it is then in no menu, in no strip and on no key. */
  readonly allowed?: boolean
  /** Whether it makes sense for a single item; for each by default. */
  readonly fits?: (item: Item) => boolean
  /** Takes several items together, and so is offered for a selection. */
  readonly many?: boolean
  /** Why it cannot be done with these, in one sentence; undefined where it can. */
  readonly refusal?: (items: readonly Item[]) => string | undefined
  /** The page that it leads to, in place of `run`. */
  readonly to?: (item: Item) => string
  readonly run?: (items: readonly Item[]) => void
}

/**
 * The menu of one item.
 * @param withKeys whether the shortcuts work where the menu opens, so that it names them
 */
export const menuEntries = <Item>(
  commands: readonly Command<Item>[],
  item: Item,
  withKeys = false,
): MenuEntry[] =>
  commands
    .filter((command) => isFor(command, item))
    .map((command) => {
      const { key, label, icon, tone, done, shortcut, to, run } = command
      return {
        key,
        label,
        icon,
        ...(tone && { tone }),
        ...(done !== undefined && { done }),
        ...(withKeys && shortcut !== undefined && { shortcut }),
        ...(to ? { to: to(item) } : { onSelect: () => run?.([item]) }),
        ...refused(command, [item]),
      }
    })

/** The actions over a selection. */
export const stripActions = <Item>(
  commands: readonly Command<Item>[],
  chosen: readonly Item[],
): StripAction[] =>
  commands
    .filter(({ allowed, many }) => allowed !== false && many)
    .map((command) => ({
      key: command.key,
      label: command.label,
      icon: command.icon,
      ...(command.tone && { tone: command.tone }),
      onSelect: () => command.run?.(chosen),
      ...refused(command, chosen),
    }))

/**
 * What keys do with a row of a list: a command that takes several acts on the whole selection where the row is in it.
 */
export function shortcutsOf<Item extends { readonly id: string }>(
  commands: readonly Command<Item>[],
  chosen: readonly Item[],
): Readonly<Record<string, (item: Item) => void>> {
  const onKey = (command: Command<Item>) => (item: Item) => {
    const items = command.many && chosen.some(({ id }) => id === item.id) ? chosen : [item]
    if (items === chosen || isFor(command, item)) {
      if (command.refusal?.(items) === undefined) command.run?.(items)
    }
  }
  return Object.fromEntries(
    commands.flatMap((command) =>
      command.shortcut === undefined || command.allowed === false
        ? []
        : [[command.shortcut, onKey(command)] as const],
    ),
  )
}

const isFor = <Item>({ allowed, fits }: Command<Item>, item: Item): boolean =>
  allowed !== false && (fits?.(item) ?? true)

function refused<Item>({ refusal }: Command<Item>, items: readonly Item[]) {
  const reason = refusal?.(items)
  return reason === undefined ? {} : { disabled: true, reason }
}
