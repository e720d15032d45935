import DataLoader from 'dataloader'
import type { Actor } from './access/actor.ts'
import { notFound } from './access/errors.ts'
import { type AccountLoaders, createAccountLoaders } from './modules/accounts/index.ts'
import type { DocumentLabel, DocumentNode, ZipRow } from './modules/documents/index.ts'
import type { OrganisationRow } from './modules/organisations/index.ts'
import type { Database } from './platform/database/database.ts'
import type { Services } from './services.ts'

/** Gathers what single fields ask for into one query; made anew for each request, so nothing outlives it. */
export interface Loaders extends AccountLoaders {
  organisation: DataLoader<string, OrganisationRow>
  tally: DataLoader<DocumentNode, { files: number; folders: number }>
  thumbnailUrl: DataLoader<DocumentNode, string | null>
  permissions: DataLoader<DocumentNode, Awaited<ReturnType<Services['documents']['permissions']>>[number]>
  labels: DataLoader<DocumentNode, DocumentLabel[]>
  firstZipped: DataLoader<ZipRow, DocumentNode | null>
}

export const createLoaders = (db: Database, services: Services, actor: () => Actor): Loaders => ({
  ...createAccountLoaders({ db, actor, managersInView: services.funds.managersInView }),
  organisation: new DataLoader(async (ids) =>
    (await services.organisations.byIds(ids)).map(
      (row): OrganisationRow | Error => row ?? notFound('Organisation'),
    ),
  ),
  tally: new DataLoader((nodes) => services.documents.tallies(nodes)),
  thumbnailUrl: new DataLoader((nodes) => services.documents.thumbnailUrls(nodes)),
  permissions: new DataLoader((nodes) => services.documents.permissions(nodes)),
  labels: new DataLoader((nodes) => services.documents.labels.ofDocuments(nodes)),
  firstZipped: new DataLoader((zips) => services.zips.firstChosen(actor(), zips)),
})
