import { seeded } from './files/random.ts'
import type { DemoPlan, DemoTree } from './plan.ts'

/** What somebody opens in one sign-in. */
export interface DemoReading {
  /** E-mail of the person. */
  readonly by: string
  readonly files: readonly { readonly documentId: string; readonly kind: 'VIEW' | 'DOWNLOAD' }[]
}

/** Files that somebody opens in one sign-in, at most. */
const MAX_READ = 9

/** Who reads what in a deal room, the same on each run: its members, without those who are only invited, each once or a few times. */
export function readingsOf(plan: DemoPlan, tree: DemoTree, documentIds: readonly string[]): DemoReading[] {
  const { type, owner } = tree
  if (type !== 'DOCUMENTS' || owner.kind !== 'PORTFOLIO' || documentIds.length === 0) return []
  const active = new Set(
    plan.people.filter(({ invitedBy }) => invitedBy === null).map((person) => person.email),
  )
  const members = plan.groups
    .filter((group) => group.portfolios.includes(owner.slug))
    .flatMap((group) => group.members)
  return [...new Set(members)]
    .filter((email) => active.has(email))
    .flatMap((email) => {
      const random = seeded(`${email} reads ${owner.slug}`)
      return Array.from({ length: random.whole(1, 3) }, () => ({
        by: email,
        files: Array.from({ length: random.whole(2, MAX_READ) }, () => ({
          // What is at the top of the list is opened most.
          documentId: documentIds[Math.floor(random.next() ** 2 * documentIds.length)] ?? '',
          kind: random.next() < 0.35 ? ('DOWNLOAD' as const) : ('VIEW' as const),
        })),
      }))
    })
}
