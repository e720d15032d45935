import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import { productVersion } from '../../product.ts'
import { type Files, ownsFiles } from '../files/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import { type Organisations, organisationHolds } from '../organisations/index.ts'
import type { RecordDoor } from '../record/index.ts'
import { CERTIFICATE, createProofs, type Proofs } from './index.ts'
import { createProofResolvers } from './resolvers.ts'
import { proofFilesInUse } from './store.ts'

interface Needs {
  files: Files
  funds: Funds
  organisations: Organisations
  record: RecordDoor
}

export const proofsModule: Module<'proofs', Proofs, Needs> = {
  name: 'proofs',
  folder: import.meta.dirname,
  pages: { known: [/^\/portfolios\/[^/]+\/proofs\/?$/] },
  rows: { RoomProof: 'index.ts#ShownProof' },
  create: ({ db, jobsDb }, { files, funds, organisations, record }) => {
    const product = `Helioroom ${productVersion()}`
    const proofs = createProofs({ db, jobsDb, files, funds, organisations, record, product })
    return {
      door: proofs,
      resolvers: [createProofResolvers(proofs)],
      scheduled: [{ name: 'fail_lost_proofs', pattern: '*/10 * * * *', run: () => proofs.failLost() }],
      queued: proofs.jobs,
      hooks: [
        ...ownsFiles(CERTIFICATE, {
          inUse: proofFilesInUse,
          mayRead: (_db, actor, { ownerId }) => proofs.mayRead(actor, ownerId),
        }),
        joins(organisationHolds, (on, { organisationId }) =>
          countedOf(on, {
            'Certificates of deal rooms': sql`from room_proof where organisation_id = ${organisationId} and state <> 'CANCELLED'`,
          }),
        ),
      ],
    }
  },
}
