import {
  ANNOUNCED,
  asker,
  commenter,
  type Load,
  mover,
  permitter,
  reader,
  rival,
  uploader,
  zipper,
} from './clients.ts'
import { KINDS, type Ledger } from './ledger.ts'
import type { World } from './world.ts'

/** Milliseconds for which the load runs before and after anything is broken. */
export const STEADY_MS = 2000

/** The clients, until they are asked to end. */
export interface RunningLoad {
  /** Waits until each client has ended what it was at. */
  end(): Promise<void>
}

/** Starts the constant load of all clients (SCALE-28). */
export function startLoad(world: World, ledger: Ledger): RunningLoad {
  let isOver = false
  const load: Load = { world, ledger, isOver: () => isOver }
  const clients = [
    uploader(load, 0),
    uploader(load, 1),
    uploader(load, 2),
    commenter(load, 0),
    commenter(load, 3),
    asker(load, 1),
    asker(load, 2),
    mover(load, 3),
    permitter(load, 4),
    zipper(load),
    reader(load, 0),
    reader(load, 1),
    rival(load),
  ]
  return {
    end: async () => {
      isOver = true
      await Promise.all(clients)
    },
  }
}

/** Whether each kind of client was told something, and a file was announced that nobody confirms. */
export function isToldOfAll(ledger: Ledger): boolean {
  const told = ledger.told()
  return KINDS.every((kind) => told[kind] > 0) && ledger.entries.some(({ value }) => value === ANNOUNCED)
}
