import type { DocumentAccess, GivenLevel } from '../../../../shared/documentLevels.ts'
import type { PrincipalType } from '../../../../shared/enumerations.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { type Acl, givenBy } from '../core/levels.ts'
import type { Principal } from '../core/principals.ts'

/** Names that a record of permissions holds at most; beyond, it says how many more there were. */
const MAX_NAMES = 20

/** What is below the original, in brackets behind a name (VIEW-10): "Bidders (View, redacted)". */
function withLevel(name: string, { level, rendition }: DocumentAccess): string {
  const less = [
    ...(level === 'ORIGINAL' ? [] : [LEVEL_NAMES[level]]),
    ...(rendition === 'FULL' ? [] : ['redacted']),
  ]
  return less.length === 0 ? name : `${name} (${less.join(', ')})`
}

/** Who may see by a list, and at which level, as history says it. */
export function audienceText(
  acl: Acl,
  principals: readonly Principal[],
  { permissionsType, usualLevel }: { permissionsType: PrincipalType; usualLevel: GivenLevel },
): string {
  const given = givenBy(acl, usualLevel)
  const all = principals.flatMap(({ id, name }) => {
    const access = given(id)
    return access ? [{ name, access, hasOwn: acl.levels[id] !== undefined }] : []
  })
  const usual: DocumentAccess = { level: usualLevel, rendition: 'FULL' }
  if (acl.principals === null) {
    const own = all.filter(({ hasOwn }) => hasOwn).map(({ name, access }) => withLevel(name, access))
    return listed([withLevel('Everyone', usual), ...own])
  }
  const names = all.map(({ name, access }) => withLevel(name, access))
  const [first] = all
  if (!first) return 'Nobody'
  const alike = all.every(({ access }) => withLevel('', access) === withLevel('', first.access))
  if (all.length === principals.length && alike) {
    return withLevel(`All ${all.length} ${permissionsType === 'ROLE' ? 'roles' : 'groups'}`, first.access)
  }
  return listed(names)
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
