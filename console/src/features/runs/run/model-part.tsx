import { addressOf } from '@podium/contract/call.ts'
import { readObject } from '@podium/contract/objects.ts'
import { type Artifact, modelFileName } from '@podium/contract/run-files.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { Link } from '@tanstack/react-router'
import { Download, Play } from 'lucide-react'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { buttonClass } from '../../../ui/button/button-class.ts'
import { LinkButton } from '../../../ui/button/link-button.tsx'
import { Icon } from '../../../ui/drawing/icon.tsx'
import styles from './run-page.module.css'

interface ModelPartProps {
  run: RunInfo
  artifacts: readonly Artifact[]
}

/** The model of a training run that succeeded: to take away, or to use at once. */
export function ModelPart({ run, artifacts }: ModelPartProps) {
  const files = artifacts.filter(({ path }) => path.startsWith('model/'))
  if (run.state !== 'succeeded' || run.model_version === '' || files.length === 0) return null
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const version = formatVersion(run.model_version)
  const path = `streams/${run.stream_id}/${run.id}/${run.attempt}/model.tar.gz`
  return (
    <div className={styles.model}>
      <p>
        <b>Model {version}</b>
        <span className={styles.quiet}>
          {formatFileSize(size)}, as {modelFileName(run)}
        </span>
      </p>
      <div className={styles.modelActions}>
        <Link
          {...paths.newRun({
            stream: run.stream_id,
            pipeline: 'inference',
            model: run.id,
            ws: run.workspace_id,
          })}
          className={buttonClass()}
        >
          <Icon of={Play} />
          Use this model
        </Link>
        <LinkButton
          kind="primary"
          icon={Download}
          href={addressOf(readObject, { params: { id: run.workspace_id, path } })}
          download={modelFileName(run)}
        >
          Download model
        </LinkButton>
      </div>
    </div>
  )
}
