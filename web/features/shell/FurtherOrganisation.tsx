import { type ReactNode, useMemo } from 'react'
import { useReading } from '../../graphql/useReading.ts'
import { type Viewer, ViewerProvider } from '../../graphql/viewer.ts'
import { ErrorState, Loading, SkeletonLines } from '../../ui/index.ts'
import { AreaOrganizationDocument } from './operations.generated.ts'

/**
 * A page of an organisation that is not among those that came with the viewer, as for staff of a large installation:
 * it is read before the page, which then finds it among the others.
 */
export function FurtherOrganisation({
  viewer,
  slug,
  children,
}: {
  viewer: Viewer
  slug: string
  children: ReactNode
}) {
  const { data, error } = useReading(AreaOrganizationDocument, { slug }, { fetchPolicy: 'cache-first' })
  const organisation = data?.viewer.organization
  const complete = useMemo(
    () => (organisation ? { ...viewer, organizations: [...viewer.organizations, organisation] } : viewer),
    [viewer, organisation],
  )
  if (error && !data) return <ErrorState {...error} />
  if (!data) return <Loading active skeleton={<SkeletonLines />} />
  return <ViewerProvider value={complete}>{children}</ViewerProvider>
}
