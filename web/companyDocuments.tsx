import { useParams } from 'react-router'
import DocumentBrowser from './features/documents/DocumentBrowser.tsx'
import { companyAddress, reportingAddress } from './features/funds/addresses.ts'
import { useOpenCompany } from './features/funds/HoldingCompanyPage.tsx'

/** The Documents tab of a holding company: the document browser on its documents tree (HOLD-08). */
export function CompanyDocuments() {
  const { slug, documentsTree } = useOpenCompany()
  return <Browser tree={documentsTree} basePath={`${companyAddress(slug)}/storage/documents`} />
}

/** The Reports tab of a holding company: the document browser on its reports tree (HOLD-08). */
export function CompanyReports() {
  const { slug, reportsTree } = useOpenCompany()
  return <Browser tree={reportsTree} basePath={`${companyAddress(slug)}/storage/reports`} />
}

/** The same reports in the reporting area of the organisation (REP-03). */
export function ReportingReports() {
  const { slug, org, reportsTree } = useOpenCompany()
  return <Browser tree={reportsTree} basePath={reportingAddress(org.slug, slug)} />
}

function Browser({ tree, basePath }: { tree: { id: string } | null; basePath: string }) {
  const { documentId } = useParams()
  // Without a tree the page has no such tab, and this is not reached.
  return tree && <DocumentBrowser treeId={tree.id} basePath={basePath} documentId={documentId ?? null} />
}
