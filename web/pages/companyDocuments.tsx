import { useParams } from 'react-router'
import { companyAddress, reportingAddress } from '../addresses.ts'
import DocumentBrowser, { type DocumentBrowserProps } from '../features/documents/DocumentBrowser.tsx'
import { useOpenCompany } from '../features/funds/companies/HoldingCompanyPage.tsx'
import { grants } from '../graphql/access.ts'

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

/** The same reports in the reporting area of the organisation, permissions for documents admins (REP-03, REP-05). */
export function ReportingReports() {
  const company = useOpenCompany()
  const { slug, org, reportsTree } = company
  return (
    <Browser
      tree={reportsTree}
      basePath={reportingAddress(org.slug, slug)}
      withPermissions={grants(company, 'DOCUMENTS_ADMIN')}
    />
  )
}

type BrowserProps = Pick<DocumentBrowserProps, 'basePath' | 'withPermissions'> & {
  tree: { id: string } | null
}

function Browser({ tree, ...given }: BrowserProps) {
  const { documentId } = useParams()
  // Without a tree the page has no such tab, and this is not reached.
  return tree && <DocumentBrowser treeId={tree.id} documentId={documentId ?? null} {...given} />
}
