import { useApolloClient } from '@apollo/client/react'
import { useMemo, useState } from 'react'
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
  useConflict,
  usePageTitle,
} from '../../../ui/index.ts'
import { cityAndState } from '../core/words.tsx'
import { labelOf, locationOf, NOUNS, SECTIONS, type SectionKey, sectionOf, wordsOf } from './fieldNames.ts'
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
import { inputOf, type ProjectValues, type SavedForm, valuesOf } from './values.ts'
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
  const [shown, setShown] = useState<{ section: SectionKey }>()
  const create = useAction(CreateProjectDocument)
  const update = useAction(UpdateProjectDocument)
  const [seen] = useState(() => seenOptions(saved))
  const rooms = useMemo(
    () => [...new Map(portfolios.map(({ id, name }) => [id, { value: id, label: name }])).values()],
    [portfolios],
  )
  const conflict = useConflict({
    form,
    revision: saved?.revision ?? null,
    isPlaced: true,
    fields: (path) => ({
      label: labelOf(path),
      place: { label: locationOf(path), onShow: () => setShown({ section: sectionOf(path) }) },
      words: (value, nameOf) =>
        wordsOf(
          path,
          value,
          (id) => nameOf(id) ?? (seen.get(id) ?? rooms.find(({ value: room }) => room === id))?.label,
        ),
    }),
  })
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
    const newer = data.projectForm
    return conflict.mergeNewer({
      revision: newer.revision,
      values: valuesOf(newer),
      by: newer.savedBy?.fullName ?? null,
      at: newer.savedAt,
      names: [
        ...[...seenOptions(newer).values()].map(({ value, label }) => ({ id: value, name: label })),
        ...newer.portfolios,
      ],
    })
  }
  const save = async (values: ProjectValues): Promise<FormProblem | undefined> => {
    // A new project is linked to the deal room from which it is created (PFORM-07).
    const input = inputOf(values, canEditPortfolios || saved === null)
    const { slug: orgSlug } = organisation
    const outcome =
      saved === null
        ? await create.attempt({ orgSlug, input })
        : await update.attempt({ orgSlug, projectId: saved.id, input, revision: conflict.revision() })
    const { data, problem } = outcome
    if (problem?.conflict?.of === 'project') return toCompare()
    if (problem) return problemOfSave(problem)
    const done = data && ('createProject' in data ? data.createProject : data.updateProject)
    const refused = problemOf(done?.errors ?? [])
    if (refused) return refused
    // PFORM-06
    if (done?.id) void navigate(`${home}/${done.id}`)
    return undefined
  }
  const warnings = new Map(
    conflict.open.map(({ path, theirs }) => [path, `${conflict.by ?? 'Someone else'} saved ${theirs}`]),
  )
  const choices = { orgSlug: organisation.slug, seen }
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
        <Form form={form} conflict={conflict} onSubmit={save} label={title}>
          <FormSections
            label="Project"
            sections={sections}
            {...(shown && { shown })}
            onCancel={() => void navigate(list)}
            aside={conflict.panel}
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
  ...(location.city || location.state ? [cityAndState(location)] : []),
]
