import { useParams, useSearchParams } from 'react-router'
import { PageNotFound } from '../../../graphql/errors.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { type Reading, useReading } from '../../../graphql/useReading.ts'
import { ErrorState, Loading, Page, SkeletonLines } from '../../../ui/index.ts'
import { NewProjectFormDocument, ProjectFormDocument } from './operations.generated.ts'
import { ProjectEditor } from './ProjectEditor.tsx'
import { NEW_PROJECT, valuesOf } from './values.ts'

/** Everybody of the organisation gets here; the server says whether they may edit (PFORM-05). */
const anybody = () => true

/** Creates a project, from a deal room where the address names one (PROJ-16, PFORM-07). */
export function NewProjectPage() {
  const organisation = useArea(anybody)
  const [address] = useSearchParams()
  const portfolioId = address.get('portfolioId')
  const reading = useReading(
    NewProjectFormDocument,
    { orgSlug: organisation.slug, portfolioId },
    { fetchPolicy: 'no-cache' },
  )
  const blank = reading.data?.newProjectForm
  if (!blank) return <Waiting title="New Project" of={organisation.name} reading={reading} />
  const { portfolio } = blank
  return (
    <ProjectEditor
      organisation={organisation}
      portfolioSlug={address.get('portfolioSlug')}
      start={{ ...NEW_PROJECT, portfolios: portfolio ? [{ id: portfolio.id }] : [] }}
      saved={null}
      canEditPortfolios={blank.canEditPortfolios}
      portfolios={[...(portfolio ? [portfolio] : []), ...blank.portfolioChoices]}
    />
  )
}

/** Edits a project. */
export function EditProjectPage() {
  const organisation = useArea(anybody)
  const { projectId = '' } = useParams()
  const [address] = useSearchParams()
  // Read anew with each opening: what was right an hour ago would be saved over what is.
  const reading = useReading(ProjectFormDocument, { projectId }, { fetchPolicy: 'no-cache' })
  const saved = reading.data?.projectForm
  if (!saved) return <Waiting title="Project" of={organisation.name} reading={reading} />
  if (saved.org.slug !== organisation.slug) throw new PageNotFound()
  return (
    <ProjectEditor
      key={saved.id}
      organisation={organisation}
      portfolioSlug={address.get('portfolioSlug')}
      start={valuesOf(saved)}
      saved={saved}
      canEditPortfolios={saved.canEditPortfolios}
      portfolios={[...saved.portfolios, ...saved.portfolioChoices]}
    />
  )
}

function Waiting({ title, of, reading }: { title: string; of: string; reading: Reading<unknown> }) {
  if (reading.error?.code === 'NOT_FOUND') throw new PageNotFound()
  return (
    <Page title={title} subtitle={of}>
      {reading.error ? (
        <ErrorState message={reading.error.message} onRetry={reading.error.onRetry} />
      ) : (
        <Loading active skeleton={<SkeletonLines count={5} />} />
      )}
    </Page>
  )
}
