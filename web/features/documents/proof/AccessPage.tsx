import { useSearchParams } from 'react-router'
import { NotAuthorizedScreen } from '../frame/RefusalScreens.tsx'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { DifferencePage } from './DifferencePage.tsx'
import { DocumentAccess } from './DocumentAccess.tsx'
import { MatrixPage } from './MatrixPage.tsx'
import { PrincipalPage } from './PrincipalPage.tsx'
import { SHOWN } from './ProofFrame.tsx'

/**
 * As the address says: who could see a document at a moment (PROOF-01), what somebody could see below it (PROOF-02), groups by
 * folders (PROOF-03), or what changed between two moments (PROOF-04).
 */
export function AccessPage({ document }: { document: OpenDocument }) {
  const { tree } = usePlace()
  const [search] = useSearchParams()
  if (!tree.canEditPermissions) return <NotAuthorizedScreen />
  const [personId, groupId] = [search.get('person'), search.get('group')]
  if (personId !== null || groupId !== null) {
    return <PrincipalPage document={document} personId={personId} groupId={groupId} />
  }
  if (search.get(SHOWN) === 'matrix') return <MatrixPage document={document} />
  if (search.get(SHOWN) === 'difference') return <DifferencePage document={document} />
  return <DocumentAccess document={document} />
}
