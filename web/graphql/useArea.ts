import { useParams } from 'react-router'
import { PageNotFound } from './errors.ts'
import { useViewer, type ViewerOrganisation } from './viewer.ts'

/**
 * The organisation of an area's address. An unknown one, one that the person is not of, and one whose area is not
 * open to them are no pages (SHELL-19).
 */
export function useArea(isOpen: (organisation: ViewerOrganisation) => boolean): ViewerOrganisation {
  const { orgSlug } = useParams()
  const organisation = useViewer().organizations.find(({ slug }) => slug === orgSlug)
  if (!organisation || !isOpen(organisation)) throw new PageNotFound()
  return organisation
}
