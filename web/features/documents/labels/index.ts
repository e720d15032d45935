export { FirstLabel, LabelChips } from './LabelChips.tsx'
export { useLabels } from './useLabels.tsx'
