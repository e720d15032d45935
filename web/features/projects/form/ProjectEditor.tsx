import { useApolloClient } from '@apollo/client/react'
import { useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { portfolioProjectsAddress, projectsAddress } from '../../../addresses.ts'
import { problemOf } from '../../../graphql/errors.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { logOnly } from '../../../telemetry/index.ts'
import {
  type ComboOption,
  Form,
  type FormProblem,
  type FormSection,
  FormSections,
  Page,
  usePageTitle,
} from '../../../ui/index.ts'
import { placeOf as placeOfProject } from '../core/words.tsx'
import { ConflictPanel } from './ConflictPanel.tsx'
import { NOUNS, SECTIONS, type SectionKey, sectionOf, wordsOf } from './fieldNames.ts'
import {
  ContractsSection,
  InvertersSection,
  modelOption,
  OfftakersSection,
  PanelsSection,
  PortfoliosSection,
} from './lists.tsx'
import { CreateProjectDocument, ProjectFormDocument, UpdateProjectDocument } from './operations.generated.ts'
import { ValuesSection } from './sections.tsx'
import { useConflict } from './useConflict.ts'
import { inputOf, type ProjectValues, type SavedForm } from './values.ts'
import { Warnings } from './warnings.ts'

interface ProjectEditorProps {
  organisation: { slug: string; name: string }
  /** The deal room from which one came, if any. */
  portfolioSlug: string | null
  start: ProjectValues
  /** Null for a new project. */
  saved: SavedForm | null
  canEditPortfolios: boolean
  /** That the list of deal rooms may name. */
  portfolios: readonly { id: string; name: string }[]
}

const LISTS = ['panels', 'inverters', 'ppaContracts', 'offtakers', 'portfolios'] as const

/** Nothing is said of it on screen, and nothing is taken as saved (PFORM-33). */
const LOGGED_ONLY: FormProblem = {}

/** A failure that says nothing to do is logged only (PFORM-33); what one can act on is said. */
function problemOfSave(problem: ActionProblem): FormProblem {
  if (problem.code !== 'INTERNAL') return problem
  logOnly(new Error('The project could not be saved.', { cause: problem }))
  return LOGGED_ONLY
}

/** The form of a project in its ten sections (PFORM). */
export function ProjectEditor(props: ProjectEditorProps) {
  const { organisation, portfolioSlug, start, saved, canEditPortfolios, portfolios } = props
  const client = useApolloClient()
  const navigate = useNavigate()
  const form = useForm<ProjectValues>({ defaultValues: start })
  const base = useRef(start)
  const revision = useRef(saved?.revision ?? null)
  const { conflict, meet, choose, isOpen } = useConflict(form, base)
  const [shown, setShown] = useState<{ section: SectionKey }>()
  const create = useAction(CreateProjectDocument)
  const update = useAction(UpdateProjectDocument)
  const [seen] = useState(() => seenOptions(saved))
  const rooms = useMemo(
    () => [...new Map(portfolios.map(({ id, name }) => [id, { value: id, label: name }])).values()],
    [portfolios],
  )
  const title = saved?.name ?? 'New Project'
  usePageTitle(title)
  const list = projectsAddress(organisation.slug)
  const home = portfolioSlug === null ? list : portfolioProjectsAddress(portfolioSlug)

  const toCompare = async (): Promise<FormProblem> => {
    const { data } = await client.query({
      query: ProjectFormDocument,
      variables: { projectId: saved?.id ?? '' },
      fetchPolicy: 'no-cache',
    })
    if (!data?.projectForm) return { message: 'This project no longer exists.' }
    revision.current = data.projectForm.revision
    meet(data.projectForm)
    return LOGGED_ONLY
  }
  const save = async (values: ProjectValues): Promise<FormProblem | undefined> => {
    if (isOpen) return { message: 'Please choose for each field that you both changed; then save.' }
    // A new project is linked to the deal room from which it is created (PFORM-07).
    const input = inputOf(values, canEditPortfolios || saved === null)
    const { slug: orgSlug } = organisation
    const outcome =
      saved === null
        ? await create.attempt({ orgSlug, input })
        : await update.attempt({ orgSlug, projectId: saved.id, input, revision: revision.current })
    const { data, problem } = outcome
    if (problem?.code === 'CONFLICT') return toCompare()
    if (problem) return problemOfSave(problem)
    const done = data && ('createProject' in data ? data.createProject : data.updateProject)
    const refused = problemOf(done?.errors ?? [])
    if (refused) return refused
    // PFORM-06
    if (done?.id) void navigate(`${home}/${done.id}`)
    return undefined
  }
  const words = (path: string, value: unknown) =>
    wordsOf(path, value, (id) => (seen.get(id) ?? rooms.find(({ value: room }) => room === id))?.label)
  const warnings = new Map(
    (conflict?.conflicts ?? [])
      .filter(({ path }) => conflict?.choices.get(path) === undefined)
      .map(({ path, theirs }) => [path, `${conflict?.by} saved ${words(path, theirs)}`]),
  )
  const choices = { client, orgSlug: organisation.slug, seen }
  const content: Readonly<Record<SectionKey, FormSection['content']>> = {
    info: <ValuesSection section="info" />,
    location: <ValuesSection section="location" />,
    contact: <ValuesSection section="contact" />,
    system: <ValuesSection section="system" />,
    utility: <ValuesSection section="utility" />,
    panels: <PanelsSection {...choices} />,
    inverters: <InvertersSection {...choices} />,
    ppaContracts: <ContractsSection />,
    offtakers: <OfftakersSection {...choices} />,
    portfolios: <PortfoliosSection canEdit={canEditPortfolios} options={rooms} />,
  }
  const counts = useCounts(form)
  const sections = (Object.keys(SECTIONS) as SectionKey[]).map((key): FormSection => {
    const count = counts.get(key)
    const noun = key in NOUNS ? NOUNS[key as keyof typeof NOUNS] : undefined
    const conflicts = [...warnings.keys()].filter((path) => sectionOf(path) === key).length
    return {
      key,
      label: SECTIONS[key],
      content: content[key],
      ...(count && noun && { count, beside: formatCount(count, noun) }),
      ...(conflicts > 0 && { conflicts }),
    }
  })
  return (
    <Page
      title={title}
      subtitle={organisation.name}
      facts={saved ? factsOf(saved) : []}
      actions={<small>* Required</small>}
    >
      <Warnings value={warnings}>
        <Form form={form} onSubmit={save} label={title}>
          <FormSections
            label="Project"
            sections={sections}
            {...(shown && { shown })}
            onCancel={() => void navigate(list)}
            aside={
              conflict && (
                <ConflictPanel
                  conflict={conflict}
                  words={words}
                  onChoose={choose}
                  onShow={(path) => setShown({ section: sectionOf(path) })}
                />
              )
            }
          />
        </Form>
      </Warnings>
    </Page>
  )
}

/** Rows of each list, by its section; what is typed in a row changes none of them. */
function useCounts(form: ReturnType<typeof useForm<ProjectValues>>): ReadonlyMap<SectionKey, number> {
  const lengths = useWatch({
    control: form.control,
    name: LISTS,
    compute: (lists) => lists.map((list) => list?.length ?? 0),
  })
  return new Map(LISTS.map((list, at) => [list, lengths[at] ?? 0]))
}

/** The options behind what is saved, so that they have their names. */
const seenOptions = (saved: SavedForm | null): Map<string, ComboOption> =>
  new Map(
    [
      ...[...(saved?.panels ?? []), ...(saved?.inverters ?? [])].map(({ model }) => modelOption(model)),
      ...(saved?.offtakers ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ].map((option) => [option.value, option]),
  )

const factsOf = ({ capacity, capacityAc, location }: SavedForm) => [
  ...(capacity === null
    ? []
    : [
        <>
          {`${formatNumber(capacity)} kW `}
          <small>dc</small>
        </>,
      ]),
  ...(capacityAc === null
    ? []
    : [
        <>
          {`${formatNumber(capacityAc)} kW `}
          <small>ac</small>
        </>,
      ]),
  ...(location.city || location.state ? [placeOfProject(location)] : []),
]
