import CircularProgress from '@mui/material/CircularProgress'
import { Outlet, useOutletContext } from 'react-router'
import { grants, seesOperations } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { EmptyState, ErrorState, PageBody, Panel, usePageTitle } from '../../../ui/index.ts'
import { AreaHead } from '../core/AreaHead.tsx'
import { OperationsPageDocument } from '../core/operations.generated.ts'
import { PartnerBanner } from './PartnerBanner.tsx'

/** The O&M tree that the page is open on. */
export const useOperationsTree = () => useOutletContext<{ id: string }>()

/** An organisation's O&M area: its partners, and the documents of its tree under them (OAM-01). */
export function OperationsPage() {
  const organisation = useArea(seesOperations)
  const { slug: orgSlug, name } = organisation
  usePageTitle(`O&M · ${name}`)
  const { data, error } = useReading(OperationsPageDocument, { orgSlug })
  const partners = data?.oAndMPartners ?? []
  return (
    <>
      <AreaHead title="O&M" of={name}>
        {partners.length > 0 && (
          <PartnerBanner
            partners={partners}
            displayStyle={organisation.displayStyle}
            withTotals={grants(organisation, 'O_AND_M_ADMIN')}
          />
        )}
      </AreaHead>
      {data?.oAndMTree ? (
        <Outlet context={data.oAndMTree} />
      ) : (
        <PageBody>
          {error && error.code !== 'FORBIDDEN' ? (
            <ErrorState {...error} />
          ) : (
            <InPlaceOfTree refused={error !== undefined} waiting={data === undefined} />
          )}
        </PageBody>
      )}
    </>
  )
}

/** Without the right on the organisation itself; or without a tree, which an O&M admin's first visit makes (OAM-10). */
function InPlaceOfTree({ refused, waiting }: { refused: boolean; waiting: boolean }) {
  if (refused) {
    return (
      <Panel>
        <EmptyState
          title="Not authorized."
          hint="Ask the person who invited you for access to the organisation's O&M documents."
        />
      </Panel>
    )
  }
  // OAM-04
  if (waiting) return <CircularProgress size={24} aria-label="Loading" />
  return (
    <Panel>
      <EmptyState
        title="This folder is empty"
        hint="Documents appear here as soon as they are shared with you."
      />
    </Panel>
  )
}
