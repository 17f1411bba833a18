/** Where Python packages come from and how long environments of them stay, as the administrator sets it. */
export interface PythonSettings {
  /** the Python that environments are made of; null: the newest on the path that the source allows */
  python: string | null
  /** in place of what pip and uv use by themselves; null: that */
  index_url: string | null
  extra_index_url: string | null
  find_links: string | null
  /** an installation that takes longer fails; 0: nothing is ever installed */
  install_minutes: number
  /** days after which an environment that no run used goes */
  keep_days: number
  /** bytes of all environments together; of more, those go that were used longest ago */
  keep_bytes: number
}

export const PYTHON_DEFAULTS: PythonSettings = {
  python: null,
  index_url: null,
  extra_index_url: null,
  find_links: null,
  install_minutes: 20,
  keep_days: 30,
  keep_bytes: 20 * 2 ** 30,
}
