export const HELP = `podium: the command line of Podium

  podium login [--server URL] [--id ID]      sign in; the session is kept for the next commands
  podium login --token [--server URL]        keep an access token for the next commands instead
  podium logout                              end it
  podium init [folder]                       write a small solution that runs, to begin your own from
  podium register <folder>                   register a solution, or its next version, from a folder
  podium solutions [-q TEXT]                 the solutions of the workspace
  podium upload <file|folder> [PLACE]        upload data to datasets/…; --replace replaces files that are there
  podium run <solution> [-p step.name=value] start a run
         [--pipeline train|inference] [--version N] [--stream NAME] [--tier TIER] [--data FILE|ADDRESS] [-f]
         [--alias NAME]                      infer with the model of that alias, not with the newest of the stream
  podium runs [FILTERS] [--sort FIELD]       the newest 20 runs; --all for every one that matches
         [--figures NAMES] [--parameters NAMES]
                                             FIELD such as -created_at, duration or figure:loss
  podium compare <run> <run>… [--all]        in what runs differ and what they came to; --all for what is the same too
  podium status [<run>]                      the newest runs, or one of them
  podium logs [-f] <run> [--type process]    print a run's log; -f goes on until it has ended
  podium stop <run>… | FILTERS               ask runs to stop; of several it asks first, --yes does not
  podium retry <run>… | FILTERS              start runs anew, each with its parameters; likewise
  podium download <run> [PATH] [-o FILE]     what a run left, as tar.gz, or one file of it
         [--model | --log]                   its model, or its log
  podium models [-q TEXT] [--solution NAME] [--alias NAME]
                                             the models of the workspace
  podium alias <model> <alias> [--remove]    give a model an alias, or take it away
  podium unlock <id>                         unlock an account (on the server's own machine)
  podium password <id>                       print a one-time link for a new password (there as well)
  podium export <file.tar.gz>                write everything of the home into a file (there as well)
  podium import <file.tar.gz>                fill an empty home from it (there as well)
  podium objects move --to ADDRESS           copy all files to another place, or with --to home back (there as well)
  podium start                               start the server; its settings are environment variables
  podium demo                                train the sample in a throw-away home
  podium --version                           print the version

FILTERS: --state failed,stopped  --solution NAME  --version N  --stream NAME  --pipeline train|inference
  --person me  --tier TIER  --from DAY  --to DAY  --tag TAG  --star  --failure KEY  --figure 'accuracy>0.9'
  --parameter 'train.epochs=300'  -q TEXT

runs, compare, models and solutions print JSON with --json. Every command takes --server URL and --workspace NAME, and
--ca FILE for a server whose certificate an authority of your own has signed. PODIUM_TOKEN in the environment is used as
access token.`
