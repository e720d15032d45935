import type pg from 'pg'
import type { Link } from '../access/links.ts'
import type { FindFile } from '../access/storedFiles.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Database } from '../platform/database/database.ts'
import { createHooks, type HookHandler, type Hooks } from '../platform/hooks.ts'
import type { JobHandler, ScheduledJob } from '../platform/jobs/index.ts'
import type { Signer } from '../platform/signing.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { Resolvers } from '../schema.generated.ts'
import type { NotificationHandler } from './notifications/index.ts'

/** What the modules stand on. */
export interface Outside {
  config: Config
  log: Log
  db: Database
  /** For what is done in the background, so that it takes no connection from those who ask. */
  jobsDb: Database
  /** For the session lookup, which each request makes. */
  pool: pg.Pool
  storage: Storage
  signer: Signer
  /** Under which people reach the product, for links in mails. */
  origin(): string
}

export interface World extends Outside {
  hooks: Hooks
}

/** What is known of a module without running it. */
export interface ModuleFacts {
  readonly name: string
  /** Where it lies; the *.graphql files in it are its part of the schema. */
  readonly folder: string
  /** The row that its resolvers hand on for a GraphQL type: a file below the folder and its type, `store.ts#PersonRow`. */
  readonly rows?: Readonly<Record<string, string>>
  /** Root fields that run without a session (transport.md 2). */
  readonly publicRootFields?: readonly string[]
  /** Addresses of the page that have a screen, and those of them that people see without a session (AUTH-03). */
  readonly pages?: { readonly known?: readonly RegExp[]; readonly public?: readonly RegExp[] }
}

/** A running module: its door for the others, and what it adds to the server. */
export interface ModuleParts<Door> {
  readonly door: Door
  readonly resolvers?: readonly Resolvers[]
  readonly scheduled?: readonly ScheduledJob[]
  readonly queued?: readonly JobHandler[]
  /** What it has people told by mail. */
  readonly notifications?: readonly NotificationHandler[]
  readonly links?: readonly Link[]
  readonly files?: FindFile
  readonly hooks?: readonly HookHandler[]
  /** Before the jobs are stopped: for what one of them waits for. */
  stopJobs?(): void
  /** When nothing is answered any more. */
  close?(): Promise<void>
}

/** A module as it stands in the list: what is known of it, and how it is made over the doors of those before it. */
export interface Module<Name extends string, Door, Needs> extends ModuleFacts {
  readonly name: Name
  readonly create: (world: World, doors: Needs) => ModuleParts<Door>
}

interface Made<Doors> {
  doors: Doors
  parts: readonly ModuleParts<unknown>[]
}

/** Modules in their order. Each gets the doors of those before it, which its types are checked against. */
export interface ModuleList<Doors> {
  readonly all: readonly ModuleFacts[]
  with<Name extends string, Door>(
    module: Module<Name, Door, Doors>,
  ): ModuleList<Doors & Readonly<Record<Name, Door>>>
  create(outside: Outside): Made<Doors>
}

function listOf<Doors>(all: readonly ModuleFacts[], make: (world: World) => Made<Doors>): ModuleList<Doors> {
  return {
    all,
    with: <Name extends string, Door>(module: Module<Name, Door, Doors>) =>
      listOf([...all, module], (world) => {
        const { doors, parts } = make(world)
        const made = module.create(world, doors)
        const door = { [module.name]: made.door } as Readonly<Record<Name, Door>>
        return { doors: { ...doors, ...door }, parts: [...parts, made] }
      }),
    create: (outside) => {
      const handlers: HookHandler[] = []
      const made = make({ ...outside, hooks: createHooks(() => handlers) })
      handlers.push(...made.parts.flatMap(({ hooks = [] }) => hooks))
      return made
    },
  }
}

export const noModules: ModuleList<object> = listOf([], () => ({ doors: {}, parts: [] }))
