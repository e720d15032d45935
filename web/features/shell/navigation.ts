import { areaAddress, DEAL_ROOM, HOME, type OrganisationArea } from '../../addresses.ts'
import {
  administers,
  type HeldPermissions,
  seesDealRoom,
  seesHome,
  seesOperations,
  seesProjects,
  seesReporting,
} from '../../graphql/access.ts'

/** The areas of the top navigation, in its order (SHELL-22). */
export type Area = 'home' | 'projects' | 'reporting' | 'deal-room' | 'o-and-m' | 'admin'

/** One place to go. */
export interface Destination {
  readonly label: string
  readonly to: string
}

/** An entry of the top navigation: a link, or a choice between organisations. */
export type NavigationEntry = { readonly area: Area; readonly label: string } & (
  | { readonly to: string; readonly choices?: undefined }
  | { readonly choices: readonly Destination[]; readonly to?: undefined }
)

/** What the navigation reads of an organisation of the viewer. */
interface NavigableOrganisation extends HeldPermissions {
  readonly name: string
  readonly slug: string
}

/** The areas that each organisation has for itself; the area is also the second part of their addresses (SHELL-08). */
const ORGANISATION_AREAS = {
  projects: { label: 'Projects', open: seesProjects },
  reporting: { label: 'Reporting', open: seesReporting },
  'o-and-m': { label: 'O&M', open: seesOperations },
  admin: { label: 'Admin', open: administers },
} as const satisfies Record<OrganisationArea, unknown>

/**
 * The top navigation of a person with these organisations (SHELL-22 to SHELL-32). Somebody of one
 * organisation gets plain links; somebody of several gets, for each of its areas, the organisations that
 * grant what the area needs.
 */
export function navigationOf(organisations: readonly NavigableOrganisation[]): readonly NavigationEntry[] {
  const home: NavigationEntry = { area: 'home', label: 'Home', to: HOME }
  const dealRoom: NavigationEntry = { area: 'deal-room', label: 'Deal Room', to: DEAL_ROOM }
  return [
    ...(seesHome(organisations) ? [home] : []),
    ...organisationEntry('projects', organisations),
    ...organisationEntry('reporting', organisations),
    ...(organisations.some(seesDealRoom) ? [dealRoom] : []),
    ...organisationEntry('o-and-m', organisations),
    ...organisationEntry('admin', organisations),
  ]
}

function organisationEntry(
  area: OrganisationArea,
  organisations: readonly NavigableOrganisation[],
): readonly NavigationEntry[] {
  const { label, open } = ORGANISATION_AREAS[area]
  const granting = organisations.filter(open)
  const [first] = granting
  if (!first) return []
  if (organisations.length === 1) return [{ area, label, to: areaAddress(first.slug, area) }]
  const choices = granting.map(({ name, slug }) => ({
    label: `${label}: ${name}`,
    to: areaAddress(slug, area),
  }))
  return [{ area, label, choices }]
}

/** First parts of addresses that belong to an area as a whole. */
const AREA_OF_FIRST_PART: Readonly<Record<string, Area>> = {
  '': 'home',
  dealroom: 'deal-room',
  portfolios: 'deal-room',
  'holding-company': 'deal-room',
  'deal-teams': 'admin',
}

/** Its second parts are sections of records, and no areas of an organisation. */
const BACK_OFFICE = 'tagauks'

/** The area that an address lies in, for "you are here"; null for one outside of all areas. */
export function areaOf(pathname: string): Area | null {
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const area = AREA_OF_FIRST_PART[first]
  if (area) return area
  if (first === BACK_OFFICE) return null
  return isOrganisationArea(second) ? second : null
}

const isOrganisationArea = (part: string): part is OrganisationArea => Object.hasOwn(ORGANISATION_AREAS, part)
