import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import { productVersion } from '../../product.ts'
import type { Archives } from '../archives/index.ts'
import { type Files, ownsFiles } from '../files/index.ts'
import { archivableRooms, type Funds } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import type { Memberships } from '../memberships/index.ts'
import { type Organisations, organisationHolds } from '../organisations/index.ts'
import type { RecordDoor } from '../record/index.ts'
import { CERTIFICATE, createProofs, type Proofs } from './index.ts'
import { createProofResolvers } from './resolvers.ts'
import { proofFilesInUse, roomsToArchive } from './store.ts'

interface Needs {
  files: Files
  funds: Funds
  organisations: Organisations
  memberships: Memberships
  record: RecordDoor
  archives: Archives
}

export const proofsModule: Module<'proofs', Proofs, Needs> = {
  name: 'proofs',
  folder: import.meta.dirname,
  // It ends the access of groups, which is for people.
  tokens: { never: ['closeRoom'] },
  readingFields: ['Portfolio.offeredPhases'],
  pages: { known: [/^\/portfolios\/[^/]+\/proofs\/?$/] },
  rows: {
    RoomProof: 'shown.ts#ShownProof',
    ArchivePart: 'shown.ts#ShownPart',
    ArchiveLink: 'shown.ts#ShownLink',
  },
  create: ({ db, jobsDb, signer }, { files, funds, organisations, memberships, record, archives }) => {
    const product = `Helioroom ${productVersion()}`
    const proofs = createProofs({
      db,
      jobsDb,
      signer,
      files,
      funds,
      organisations,
      memberships,
      record,
      archives,
      product,
    })
    return {
      door: proofs,
      files: proofs.partFile,
      links: [
        {
          // The lasting address of a part of an archive, for its makers and whom it is linked for (ARCH-06).
          kind: 'redirect',
          url: '/files/archives/:id/:number',
          to: (actor, { part }) => proofs.partAddress(actor, part('id'), Number(part('number'))),
          gone: 'This archive is no longer available.',
        },
      ],
      resolvers: [createProofResolvers(proofs)],
      scheduled: [{ name: 'fail_lost_proofs', pattern: '*/10 * * * *', run: () => proofs.failLost() }],
      queued: proofs.jobs,
      hooks: [
        ...ownsFiles(CERTIFICATE, {
          inUse: proofFilesInUse,
          mayRead: (_db, actor, { ownerId }) => proofs.mayRead(actor, ownerId),
        }),
        joins(archivableRooms, (on, { rooms }) => roomsToArchive(on, rooms)),
        joins(organisationHolds, (on, { organisationId }) =>
          countedOf(on, {
            'Certificates of deal rooms': sql`from room_proof where organisation_id = ${organisationId} and state <> 'CANCELLED'`,
          }),
        ),
      ],
    }
  },
}
