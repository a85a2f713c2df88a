/**
 * Configuration of a CI system that runs gatecheck with the project's configuration file, also shown in
 * docs/guides/in-ci.md.
 */
export type CiFile = {
  path: string
  text: string
  /** How to store the API key. */
  secret: string
}

const github: CiFile = {
  path: '.github/workflows/gatecheck.yml',
  secret:
    'Store the API key as the repository secret GATECHECK_KEY: gh secret set GATECHECK_KEY, or Settings > Secrets and variables > Actions.',
  text: `name: Conformance
on: [push]
permissions:
  contents: read
jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with:
          node-version: 24
      - run: npm ci
      - run: npx --no-install gatecheck run
        env:
          GATECHECK_KEY: \${{ secrets.GATECHECK_KEY }}
      - uses: actions/upload-artifact@v7
        if: always()
        with:
          name: gatecheck
          path: .gatecheck
          include-hidden-files: true
`,
}

const gitlab: CiFile = {
  path: '.gitlab-ci.yml',
  secret: 'Store the API key as the masked variable GATECHECK_KEY: Settings > CI/CD > Variables.',
  text: `conformance:
  image: node:24
  script:
    - npm ci
    - npx --no-install gatecheck run
  artifacts:
    when: always
    paths: [.gatecheck]
    reports:
      junit: .gatecheck/junit.xml
`,
}

const jenkins: CiFile = {
  path: 'Jenkinsfile',
  secret: 'Store the API key as a credential of the kind "Secret text" with the id gatecheck-key.',
  text: `pipeline {
  agent { docker { image 'node:24' } }
  environment {
    GATECHECK_KEY = credentials('gatecheck-key')
    HOME = "\${env.WORKSPACE}"
  }
  stages {
    stage('Conformance') {
      steps {
        sh '''
          npm ci
          npx --no-install gatecheck run
        '''
      }
    }
  }
  post {
    always {
      junit '.gatecheck/junit.xml'
      archiveArtifacts artifacts: '.gatecheck/**', allowEmptyArchive: true
    }
  }
}
`,
}

export const CI_FILES = { github, gitlab, jenkins }
export type CiName = keyof typeof CI_FILES | 'none'
