import type pg from 'pg'
import type { AdminResource } from '../admin/index.ts'
import type { Config } from '../config.ts'
import type { Link } from '../contracts/links.ts'
import type { PlainFields } from '../contracts/plainFields.ts'
import type { SocketLink } from '../contracts/sockets.ts'
import type { FindFile } from '../contracts/storedFiles.ts'
import type { Log } from '../log.ts'
import type { RestoredFrom } from '../platform/backup/index.ts'
import type { Connection, Database } from '../platform/database/database.ts'
import { createHooks, type HookHandler, type Hooks } from '../platform/hooks.ts'
import type { JobHandler, ScheduledJob } from '../platform/jobs/index.ts'
import type { Signer } from '../platform/signing.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { Resolvers } from '../schema.generated.ts'
import type { NotificationHandler } from './notifications/index.ts'

/** The platform services that modules are built on. */
export interface PlatformServices {
  config: Config
  log: Log
  db: Database
  /** For background work, so that it takes no connection from requests. */
  jobsDb: Database
  /** For the session lookup, which each request makes. */
  pool: pg.Pool
  storage: Storage
  signer: Signer
  /** The public address of the product, for links in mails. */
  origin(): string
}

export interface ModuleContext extends PlatformServices {
  hooks: Hooks
  /** The kinds of record of all modules, for the back office; there are none before all modules are made. */
  office(): readonly AdminResource[]
}

/** The static description of a module. */
export interface ModuleFacts {
  readonly name: string
  /** Its folder; the *.graphql files in it are its part of the schema. */
  readonly folder: string
  /** The row that its resolvers hand on for a GraphQL type: a file below the folder and its type, `store.ts#PersonRow`. */
  readonly rows?: Readonly<Record<string, string>>
  /** Root fields that run without a session (transport.md 2). */
  readonly publicRootFields?: readonly string[]
  /** Root fields that run before the licence agreement is accepted, besides those without a session (EULA-12). */
  readonly rootFieldsBeforeLicence?: readonly string[]
  /** Mutations that run while the session sees a room as others do: no other one does. */
  readonly rootFieldsInView?: readonly string[]
  /** Queries that take long, or keep what they make: what is undone after a query in a view does without them (STAGE-08). */
  readonly keepingRootFields?: readonly string[]
  /** Which of its root fields run by a token; all of them unless given. */
  readonly tokens?: {
    /** Of a module that administers people or sign-in: no others, and so no later one by oversight (TOKEN-05). */
    readonly only?: readonly string[]
    readonly never?: readonly string[]
    /** Mutations that a token may run which may only read: they change nothing but who has read what. */
    readonly reading?: readonly string[]
  }
  /**
   * Fields of its types whose resolvers read the database for each object, through a loader or by themselves, such as
   * `Document.ancestors`: callers are charged for them (API-012).
   */
  readonly readingFields?: readonly string[]
  /**
   * SQL of the contents in the storage that its rows name, for backups (BACK-04): `key`, `size`, `sha256` and `name`, which
   * is what people call it.
   */
  readonly contents?: readonly string[]
  /** SQL that finds a row wherever an installation is in use: nothing is restored over that (BACK-14). */
  readonly inUse?: string
  /** Its tables that are empty after a restore (BACK-15). */
  readonly emptiedByRestore?: readonly string[]
  /** What it changes in restored rows, in the transaction of the restore. */
  readonly restored?: (db: Connection, restore: RestoredFrom) => Promise<void>
  /** Addresses of the page that have a screen, and those of them that people see without a session (AUTH-03). */
  readonly pages?: {
    readonly known?: readonly RegExp[]
    readonly public?: readonly RegExp[]
    /** Pages for super users alone: to others their addresses are unknown ones (SHELL-14). */
    readonly staff?: readonly RegExp[]
  }
}

/** A running module: its door for the others, and what it adds to the server. */
export interface ModuleParts<Door> {
  readonly door: Door
  readonly resolvers?: readonly Resolvers[]
  readonly plainFields?: readonly PlainFields[]
  readonly scheduled?: readonly ScheduledJob[]
  readonly queued?: readonly JobHandler[]
  /** Its notification kinds. */
  readonly notifications?: readonly NotificationHandler[]
  readonly links?: readonly Link[]
  readonly sockets?: readonly SocketLink[]
  readonly files?: FindFile
  readonly hooks?: readonly HookHandler[]
  /** Its records that staff keep in the back office. */
  readonly office?: readonly AdminResource[]
  /** Before the jobs are stopped: for what one of them waits for. */
  stopJobs?(): void
  /** After the last response. */
  close?(): Promise<void>
}

/** A module in the list: its static description, and how it is created from the doors of those before it. */
export interface Module<Name extends string, Door, Needs> extends ModuleFacts {
  readonly name: Name
  readonly create: (world: ModuleContext, doors: Needs) => ModuleParts<Door>
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
  create(outside: PlatformServices): Made<Doors>
}

function listOf<Doors>(
  all: readonly ModuleFacts[],
  make: (world: ModuleContext) => Made<Doors>,
): ModuleList<Doors> {
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
      const kinds: AdminResource[] = []
      const made = make({ ...outside, hooks: createHooks(() => handlers), office: () => kinds })
      handlers.push(...made.parts.flatMap(({ hooks = [] }) => hooks))
      kinds.push(...made.parts.flatMap(({ office = [] }) => office))
      return made
    },
  }
}

export const noModules: ModuleList<object> = listOf([], () => ({ doors: {}, parts: [] }))
