import { sql } from 'kysely'
import { pagedKind } from '../../../../shared/pagedFiles.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { OfficeLayout, PageDrawer, PageSize } from '../../../platform/pages/index.ts'
import { sameWork } from '../../../platform/sameWork.ts'
import type { DrawnFiles, PagedVersion } from './drawnFiles.ts'

/** Minutes until a file that a busy machine could not open is tried again. */
const PAUSE_MIN = 10

/** Pages of a version: their sizes, or none and why. */
export type KnownPages =
  | { sizes: readonly PageSize[]; remarks: readonly string[] }
  | { sizes: null; reason: string }

export interface PageSizesDependencies {
  db: Database
  files: DrawnFiles
  drawer: Pick<PageDrawer, 'sizes'>
}

/** How large the pages of versions are, found out once for each. */
export function createPageSizes({ db, files, drawer }: PageSizesDependencies) {
  const finding = sameWork<KnownPages>()

  const find = async (version: PagedVersion, personId: string): Promise<KnownPages> => {
    const kind = pagedKind(version.extension)
    // How an Office file was laid out is known of a PDF that has just been made alone.
    const drawn = kind === 'office' ? await files.fresh(version, personId) : await files.of(version, personId)
    // A kind without pages is no fact about a version: a later program may know it.
    if (kind === undefined && drawn.file === null) return { sizes: null, reason: drawn.reason }
    const found = drawn.file
      ? await drawer.sizes(drawn.file)
      : { sizes: null, reason: drawn.reason, mayPass: drawn.mayPass }
    const { layout, remarks } = drawn.file ? drawn : { layout: null, remarks: [] }
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
      insert into version_pages (version_id, organisation_id, widths, heights, reason, try_at, layout, remarks)
      select id, ${version.organisationId}::uuid, ${widths}::float8[], ${heights}::float8[], ${reason}::text,
        now() + make_interval(mins => ${pause}::integer), ${layout}::text, ${remarks}::text[]
      from document_version where id = ${version.versionId}
      on conflict (version_id) do update set widths = excluded.widths, heights = excluded.heights,
        reason = excluded.reason, try_at = excluded.try_at, layout = excluded.layout,
        remarks = excluded.remarks`.execute(db)
    return found.sizes === null ? found : { sizes: found.sizes, remarks }
  }
  return {
    /**
     * What is known of the version by then; what is not is found out by one caller for all.
     * @throws as PageDrawer.sizes and DrawnFiles.of
     */
    of: async (version: PagedVersion, personId: string): Promise<KnownPages> => {
      const { rows } = await sql<KnownRow>`
        select reason, layout, remarks, case when widths is not null then (
          select json_agg(json_build_object('width', width, 'height', height) order by at)
          from unnest(widths, heights) with ordinality as page (width, height, at)) end as sizes
        from version_pages where version_id = ${version.versionId} and (try_at is null or try_at > now())`.execute(
        db,
      )
      const [row] = rows
      // Since then LibreOffice has come.
      if (row && !(await files.isOutdated(row.layout))) {
        return row.sizes
          ? { sizes: row.sizes, remarks: row.remarks }
          : { sizes: null, reason: row.reason ?? '' }
      }
      return finding(version.versionId, () => find(version, personId))
    },
  }
}

interface KnownRow {
  sizes: PageSize[] | null
  reason: string | null
  layout: OfficeLayout | null
  remarks: string[]
}
