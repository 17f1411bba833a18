import { checkModelDeletion, deleteModel, type Model } from '@podium/contract/calls/models.ts'
import type { DeletionTarget } from '../../../record/use-deletion.tsx'

export function modelTarget({ id, name }: Pick<Model, 'id' | 'name'>): DeletionTarget {
  return {
    id,
    name,
    check: (send) => send(checkModelDeletion, { params: { id } }),
    remove: (send) => send(deleteModel, { params: { id } }),
  }
}
