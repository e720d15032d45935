import { sql } from 'kysely'
import { pagedKind } from '../../../../shared/pagedFiles.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PageDrawer, PagedFile, PageSize } from '../../../platform/pages/index.ts'
import { sameWork } from '../../../platform/sameWork.ts'
import { type Storage, wholeFile } from '../../../platform/storage/index.ts'

/** Minutes until a file that a busy machine could not open is tried again. */
const PAUSE_MIN = 10

/** A version of a file whose pages are asked for. */
export interface PagedVersion {
  versionId: string
  organisationId: string
  /** In lower case without the dot. */
  extension: string
  /** Bytes. */
  size: number
}

/** The file for what draws its pages; null for a kind that has none. */
export function pagedFile(storage: Pick<Storage, 'read'>, version: PagedVersion): PagedFile | null {
  const { versionId, extension, size } = version
  const kind = pagedKind(extension)
  if (!kind) return null
  return { kind, ...wholeFile(storage, versionId, size) }
}

/** Pages of a version: their sizes, or none and why. */
export type KnownPages = { sizes: readonly PageSize[] } | { sizes: null; reason: string }

export interface PageSizesDependencies {
  db: Database
  storage: Pick<Storage, 'read'>
  drawer: Pick<PageDrawer, 'sizes'>
}

/** How large the pages of versions are, found out once for each. */
export function createPageSizes({ db, storage, drawer }: PageSizesDependencies) {
  const finding = sameWork<KnownPages>()

  const find = async (version: PagedVersion): Promise<KnownPages> => {
    const file = pagedFile(storage, version)
    if (!file) return { sizes: null, reason: 'This kind of file has no pages.' }
    const found = await drawer.sizes(file)
    const { widths, heights } =
      found.sizes === null
        ? { widths: null, heights: null }
        : {
            widths: found.sizes.map(({ width }) => width),
            heights: found.sizes.map(({ height }) => height),
          }
    const reason = found.sizes === null ? found.reason : null
    const pause = found.sizes === null && found.mayPass ? PAUSE_MIN : null
    await sql`
      insert into version_pages (version_id, organisation_id, widths, heights, reason, try_at)
      select id, ${version.organisationId}::uuid, ${widths}::float8[], ${heights}::float8[], ${reason}::text,
        now() + make_interval(mins => ${pause}::integer)
      from document_version where id = ${version.versionId}
      on conflict (version_id) do update set widths = excluded.widths, heights = excluded.heights,
        reason = excluded.reason, try_at = excluded.try_at`.execute(db)
    return found
  }
  return {
    /** What is known of the version by then; what is not is found out by one caller for all. @throws as PageDrawer.sizes */
    of: async (version: PagedVersion): Promise<KnownPages> => {
      const { rows } = await sql<{ sizes: PageSize[] | null; reason: string | null }>`
        select reason, case when widths is not null then (
          select json_agg(json_build_object('width', width, 'height', height) order by at)
          from unnest(widths, heights) with ordinality as page (width, height, at)) end as sizes
        from version_pages where version_id = ${version.versionId} and (try_at is null or try_at > now())`.execute(
        db,
      )
      const [row] = rows
      if (row) return row.sizes ? { sizes: row.sizes } : { sizes: null, reason: row.reason ?? '' }
      return finding(version.versionId, () => find(version))
    },
  }
}
