export { LabelChips } from './LabelChips.tsx'
export { type Labelling, useLabels } from './useLabels.tsx'
