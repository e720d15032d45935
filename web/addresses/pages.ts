/** Pages that stand by themselves, and the areas of organisations: what the frame of every page leads to. */

export const HOME = '/'
export const SIGN_IN = '/login'
export const SIGN_OUT = '/logout'
export const PROFILE = '/profile'
export const SUPPORT = '/support'
export const ABOUT = '/about'
export const DEAL_ROOM = '/dealroom'
export const BACK_OFFICE = '/tagauks'
/** The search of the organisation that one comes from. */
export const SEARCH = '/search'
export const GRAPHQL = '/graphql'

/** The areas that each organisation has for itself (SHELL-08). */
export type OrganisationArea = 'projects' | 'reporting' | 'o-and-m' | 'admin'

/** The address of an organisation's area. */
export const areaAddress = (orgSlug: string, area: OrganisationArea): string => `/${orgSlug}/${area}`
