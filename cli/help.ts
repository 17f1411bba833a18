export const HELP = `podium: the command line of Podium

  podium login [--server URL] [--id ID]      sign in; the session is kept for the next commands
  podium login --token [--server URL]        keep an access token for the next commands instead
  podium logout                              sign out
  podium init [folder]                       write a small working solution to start your own from
  podium register <folder> [--check]         register a solution, or its next version, from a folder;
                                             --check only says what is good, wrong or without effect;
                                             asks before a colleague's solution gets a version, unless --yes
  podium solutions [-q TEXT]                 the solutions of the workspace
  podium upload <file|folder> [FOLDER]       upload data to datasets/…; --replace replaces existing files
  podium data-sets [list] [-q TEXT]          the data sets of the workspace
  podium data-sets push <name> <folder>      upload a folder as the next version; sends only what the server lacks
         [--keep] [--note TEXT]              --keep adds to the files of the newest version
  podium data-sets pull <name>[@v3] [FOLDER] download a version
  podium data-sets delete <name>[@v3]        delete a version, or the data set; asks before, unless --yes
  podium run <solution> [-p step.name=value] start a run
         [--pipeline train|inference] [--version N] [--stream NAME] [--tier TIER] [-f]
         [--data FILE|ADDRESS | --data-set NAME[@v3]]
         [--variable NAME=value]             add a variable to this run, or replace its value
         [--alias NAME]                      infer with the model of this alias or ID, not the newest of the stream
  podium runs [FILTERS] [--sort FIELD]       the newest 20 runs; --all for all that match
         [--figures NAMES] [--parameters NAMES]
                                             FIELD such as -created_at, duration or figure:loss
  podium compare <run> <run>… [--all]        the differences and the results of runs; --all for all values
  podium status [<run>]                      the newest runs, or one of them
  podium logs [-f] <run> [--type process]    print a run's log; -f follows it to its end
  podium stop <run>… | FILTERS               stop runs; asks before stopping several, unless --yes
  podium retry <run>… | FILTERS              start runs again with the same parameters; asks in the same way
  podium download <run> [PATH] [-o FILE]     the artifacts of a run as tar.gz, or one of them
         [--model | --log]                   its model, or its log
  podium packages <run>                      the Python packages that a run had, as a requirements file
  podium models [-q TEXT] [--solution NAME] [--alias NAME]
                                             the models of the workspace
  podium alias <model> <alias> [--remove]    add an alias to a model, or remove it
  podium variables                           the variables and secrets of the workspace
  podium variables set NAME=value            set a variable; --solution NAME for runs of that solution only
  podium variables set NAME --secret         set a secret; asks for its value, or reads it from standard input;
         [--environment]                     put it into the environment of runs as well as into its file
  podium variables delete NAME               delete a variable or a secret
  podium variables export [-o FILE]          all of them as JSON, without the values of secrets
  podium schedules [list]                    the schedules of the workspace, with their next times
  podium schedules create <stream> "30 6 * * 1-5" [--time-zone Europe/Berlin]
                                             start runs of the stream at these times, in this machine's time zone without --time-zone;
         [--pipeline train|inference] [--alias NAME] [--when-running skip|queue|replace] [--when-missed skip|run_once]
  podium schedules pause|resume <schedule>   turn it off or on; give it by its id, or by its stream
  podium schedules delete <schedule>         delete it, its runs stay; asks before, unless --yes
  podium schedules next "30 6 * * 1-5"       the next five times of such an expression
  podium retention                           what the workspace keeps of the runs that ended
  podium retention preview                   how many runs and bytes its rules would move to the trash now
  podium retention apply                     move it there now; asks before, unless --yes
  podium trash [list] [-q TEXT]              the runs whose files are in the trash, and until when they can be restored
  podium trash restore <run>… | --all        give their files back
  podium trash empty [<run>…]                remove them for good; asks before, unless --yes
  podium unlock <id>                         unlock an account (on the server's own machine)
  podium password <id>                       print a one-time link for a new password (on the server's own machine)
  podium export <file.tar.gz>                export everything to a file (on the server's own machine)
  podium import <file.tar.gz>                import such a file into an empty home (on the server's own machine)
  podium objects move --to ADDRESS           copy all files to another store, or back with --to home (on the server's own machine)
  podium start                               start the server; its settings are environment variables
  podium demo                                train the sample in a throw-away home
  podium --version                           print the version

FILTERS: --state failed,stopped  --solution NAME  --version N  --stream NAME  --pipeline train|inference
  --person me  --tier TIER  --from DAY  --to DAY  --tag TAG  --star  --failure KEY  --figure 'accuracy>0.9'
  --parameter 'train.epochs=300'  -q TEXT

runs, compare, packages, models, data-sets, schedules, solutions, variables, retention and trash print JSON with --json. Every command takes
--server URL and --workspace NAME, and --ca FILE for a server with a certificate of your own authority. PODIUM_TOKEN in the
environment is used as the access token.`
